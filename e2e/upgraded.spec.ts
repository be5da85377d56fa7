import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { becomesAlive, openPage } from "@/e2e/support/open-page";

const SCRIPTS = "**/_next/static/**/*.js";
const NOTE = "Part of this page does not load";

/** As a server of another version does: it has no script of the pages of this one. */
async function upgradeServer(page: Page): Promise<void> {
  await page.route(SCRIPTS, (route) => route.fulfill({ status: 404, body: "" }));
}

test("a page that waits for a part of an earlier version says so, and goes on once it is loaded again", async ({
  page,
  project,
}) => {
  await openPage(page, `${project.home}/endpoints`);
  await upgradeServer(page);
  const note = page.getByRole("alert").filter({ hasText: NOTE });
  await expect(note).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(note).toBeVisible();
  // Not before the click: the part would come by itself, and the note go.
  page.on("request", (request) => void (request.isNavigationRequest() && page.unroute(SCRIPTS)));
  await Promise.all([page.waitForEvent("load"), note.getByRole("button", { name: "Reload" }).click()]);
  await becomesAlive(page);
  await expect(note).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the note goes by itself when the part comes after all", async ({ page, project }) => {
  await openPage(page, `${project.home}/endpoints`);
  await upgradeServer(page);
  const note = page.getByRole("alert").filter({ hasText: NOTE });
  await page.keyboard.press("?");
  await expect(note).toBeVisible();
  await page.unroute(SCRIPTS);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("a panel of an earlier version is replaced by the way back to it", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await fetch(source.url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  await receiver.waitFor(() => true);
  await openPage(page, `${project.home}/deliveries`);
  await upgradeServer(page);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  const alert = page.getByRole("alert").filter({ hasText: NOTE });
  await expect(alert.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.unroute(SCRIPTS);
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Delivery", exact: true })).toBeVisible();
});
