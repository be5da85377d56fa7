import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test("text that is typed while the editor appears stays", async ({ page, project, receiver }) => {
  await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/subscriptions`);
  await page.evaluate(typeWhenShown, '{"body":{"number":9007199254740993}}');
  await page.getByRole("link", { name: "shop to orders" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();
  const answer = await page.request.get(`/v1/projects/${project.id}/subscriptions`);
  expect(await answer.text()).toContain('"body":{"number":9007199254740993}');
});

/** Types at once when the page shows the editor, before the page does anything else. */
function typeWhenShown(text: string): void {
  const watch = new MutationObserver(() => {
    const editor = document.querySelector<HTMLElement>('.cm-content[aria-label="Filter"]');
    if (!editor?.checkVisibility()) return;
    watch.disconnect();
    editor.focus();
    document.execCommand("insertText", false, text);
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
}
