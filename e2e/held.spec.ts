import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test("what arrives while somebody presses is shown after the click, which it would move away from", async ({
  page,
  project,
  receiver,
}) => {
  receiver.answerWith(503);
  const { endpoint, source } = await project.makeRoute(receiver.url, { name: "warehouse" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  const copy = page.getByRole("button", { name: "Copy endpoint id" });
  await copy.hover();
  await page.mouse.down();
  // The body of an answer that the page no longer wants is not there.
  const read = page.waitForResponse(
    async (answer) => answer.url().includes("/incidents") && (await answer.text().catch(() => "")).includes("503"),
  );
  await project.send(source, { type: "order.created" });
  await read;
  // Two frames are enough to show it.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open incident" })).toBeVisible();
});
