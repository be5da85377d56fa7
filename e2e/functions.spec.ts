import { expect, test } from "@/e2e/support/fixtures";
import { holdScripts } from "@/e2e/support/hold-requests";
import { openPage, reloadPage } from "@/e2e/support/open-page";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";
import type { Page } from "@/lib/wire/fields";

test("a function is tested on received events, shows where it is wrong, and then changes what is sent", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created", total: 20 });
  await project.send(source, { type: "order.created", total: 30 });
  await expect.poll(() => receiver.received.length).toBe(2);
  const [subscription] = (await project.ask<Page<Subscription>>("GET", "subscriptions")).content;
  await openPage(page, `${project.home}/subscriptions/${subscription?.uid}`);
  await page.getByRole("button", { name: "Write a function" }).click();
  const editor = page.getByRole("textbox", { name: "Function", exact: true });
  await expect(editor.locator(".cm-line").first()).toHaveText("function transform(payload) {");
  const run = page.getByRole("button", { name: "Run", exact: true });

  await editor.fill("function transform(payload) {\n  return payload.customer.name;\n}");
  await run.click();
  await expect(page.getByText(/TypeError: .*\(line 2\)/)).toBeVisible();
  await expect(page.locator(".cm-bad-line")).toHaveText("  return payload.customer.name;");

  await editor.fill(
    'function transform(payload) {\n  console.log("total", payload.total);\n  if (payload.total < 25) return null;\n  return { ...payload, total: payload.total * 2, $headers: { "x-doubled": "yes" } };\n}',
  );
  await expect(page.getByText("The function was changed since.")).toBeVisible();
  await expect(page.locator(".cm-bad-line")).toHaveCount(0);
  await run.click();
  await expect(page.getByText("It changes the payload.")).toBeVisible();
  const diff = page.getByRole("region", { name: "Before and after" });
  await expect(diff).toContainText('Removed:   "total": 30');
  await expect(diff).toContainText('Added:   "total": 60');
  await expect(page.getByText("x-doubled", { exact: true })).toBeVisible();
  await expect(page.getByText("total 30", { exact: true })).toBeVisible();

  await page.getByLabel("Run on", { exact: true }).selectOption({ label: "The newest 20 events" });
  await run.click();
  await expect(page.getByText("Of 2 events: 1 skipped, 1 changed")).toBeVisible();
  await page.getByLabel("Run on", { exact: true }).selectOption({ label: "A payload of my own" });
  await page.getByLabel("Payload to run on").fill('{"total": ');
  await run.click();
  await expect(page.getByText(/The payload is not JSON: look at line 1/)).toBeVisible();
  await page.getByLabel("Payload to run on").fill('{"total": 10}');
  await run.click();
  await expect(page.getByText("It returns null: the event would be skipped.")).toBeVisible();

  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await project.send(source, { type: "order.created", total: 50 });
  const sent = await receiver.waitFor(({ headers }) => headers["x-doubled"] === "yes");
  expect(JSON.parse(sent.body.toString())).toEqual({ type: "order.created", total: 100 });

  await reloadPage(page);
  await expect(editor).toContainText("$headers");
  await page.getByRole("button", { name: "Remove the function" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await expect(page.getByRole("button", { name: "Write a function" })).toBeVisible();
});

test("refused code is reported at the editor, with its line", async ({ page, project }) => {
  const source = await project.makeSource();
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByRole("button", { name: "Write a header function" }).click();
  const editor = page.getByRole("textbox", { name: "Header function" });
  await expect(editor.locator(".cm-line")).not.toHaveCount(0);
  await editor.fill("function transform(headers) {\n  return headers\n  }}\n");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(editor).toHaveAttribute("aria-invalid", "true");
  await expect(editor).toHaveAccessibleDescription(/SyntaxError/);
  await expect(page.locator(".cm-bad-line")).toHaveText("  }}");
  await editor.fill('function transform(headers) {\n  return { ...headers, "x-shop": "eu" };\n}');
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
});

test("Tab leaves the editor, and text typed before it appeared is kept", async ({ page, project }) => {
  const source = await project.makeSource();
  await openPage(page, `${project.home}/sources/${source.uid}`);
  const letThrough = await holdScripts(page);
  await page.getByRole("button", { name: "Write a body function" }).click();
  const editor = page.getByRole("textbox", { name: "Body function" });
  await editor.fill("// typed early\n");
  await expect(page.locator("textarea").filter({ hasText: "typed early" })).toBeFocused();
  letThrough();
  await expect(editor.locator(".cm-line").first()).toHaveText("// typed early");
  await expect(editor).toBeFocused();
  await page.keyboard.type("x");
  await expect(editor).toContainText("x");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Run on", { exact: true })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(editor).toBeFocused();
});

test("without the editor's script the plain field is enough", async ({ page, project }) => {
  const source = await project.makeSource();
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.route("**/_next/static/chunks/**", (route) => route.abort());
  await page.getByRole("button", { name: "Write a body function" }).click();
  await page.getByRole("textbox", { name: "Body function" }).fill("function transform() { return 7; }");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect(await project.ask("GET", `sources/${source.uid}`)).toMatchObject({
    body_function: "function transform() { return 7; }",
  });
});
