import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { holdScripts } from "@/e2e/support/hold-requests";
import type { ProjectSettings } from "@/lib/nouns/project-settings/schemas";

/** Simulates a slow connection: the page is visible and takes input, and is hydrated on demand. */
async function openAsleep(page: Page, address: string): Promise<() => void> {
  const wake = await holdScripts(page);
  await page.goto(address, { waitUntil: "commit" });
  return wake;
}

test("a form shows its values before hydration, and text typed and choices made then count", async ({
  page,
  project,
}) => {
  const wake = await openAsleep(page, `${project.home}/settings`);
  const name = page.getByLabel("Name", { exact: true });
  const attempts = page.locator('[name="settings.retry.retry_limit"]');
  const hash = page.locator('[name="settings.signature.hash"]');
  await expect(name).toHaveValue(project.name);
  await expect(attempts).toHaveValue("10");
  await expect(hash).toHaveValue("SHA256");
  await name.fill(`${project.name} early`);
  await attempts.fill("7");
  await hash.selectOption("SHA512");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  wake();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await expect(name).toHaveValue(`${project.name} early`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  const saved = await project.ask<{ name: string; settings: ProjectSettings }>("GET", "");
  expect([saved.name, saved.settings.retry.retry_limit, saved.settings.signature.hash]).toEqual([
    `${project.name} early`,
    7,
    "SHA512",
  ]);

  await attempts.fill("9");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(attempts).toHaveValue("7");
  await expect(page.getByText("Unsaved changes")).toBeHidden();
});

test("a source type chosen before hydration shows its fields", async ({ page, project }) => {
  const wake = await openAsleep(page, `${project.home}/sources/new`);
  await expect(page.getByRole("radio", { name: "HTTP" })).toBeChecked();
  await page.getByRole("radio", { name: "Polled API" }).check();
  wake();
  await expect(page.getByLabel("Interval", { exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Polled API" })).toBeChecked();
});

test("a test target chosen before hydration counts", async ({ page, project }) => {
  const wake = await openAsleep(page, `${project.home}/subscriptions/new`);
  await page.getByRole("combobox", { name: "Try the filter on" }).selectOption({ label: "The newest 20 events" });
  wake();
  await expect(page.getByRole("button", { name: "Run" })).toBeVisible();
});

test("a row selected before hydration is selected", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(() => project.listDeliveries("Success")).toHaveLength(1);
  const wake = await openAsleep(page, `${project.home}/deliveries`);
  const box = page.getByRole("row", { name: /order\.created/ }).getByRole("checkbox");
  await box.check();
  wake();
  await expect(page.getByText("1 delivery selected")).toBeVisible();
  await expect(box).toBeChecked();
});

test("a form sent before hydration is sent with what was typed, and once", async ({ page, project }) => {
  const wake = await openAsleep(page, `${project.home}/endpoints/new`);
  await page.getByLabel("Name", { exact: true }).fill("sent early");
  await page.getByLabel("URL", { exact: true }).fill("https://example.com/hooks");
  await page.getByRole("button", { name: "Create endpoint" }).dblclick();
  await expect(page.locator("html[data-pressed]")).toBeAttached();
  wake();
  await expect(page.getByRole("heading", { name: /^sent early/, level: 1 })).toBeVisible();
  await expect(page.locator("html[data-pressed]")).toBeHidden();
  const { content } = await project.ask<{ content: { name: string }[] }>("GET", "endpoints");
  expect(content.map(({ name }) => name)).toEqual(["sent early"]);
});

test("a menu opened before hydration opens", async ({ page, project }) => {
  const wake = await openAsleep(page, `${project.home}/endpoints`);
  await page.getByRole("button", { name: "Account" }).click();
  wake();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
});
