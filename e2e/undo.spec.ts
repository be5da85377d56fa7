import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

test("pausing an endpoint is taken back by the keyboard, and offered for five seconds only", async ({
  page,
  project,
  receiver,
}) => {
  const { endpoint } = await project.makeRoute(receiver.url, { name: "warehouse" });
  const status = async () => (await project.ask<Endpoint>("GET", `endpoints/${endpoint.uid}`)).status;
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Pause deliveries" }).click();
  const notifications = page.getByRole("region", { name: /^Notifications/ });
  await expect(notifications).toContainText("warehouse is paused, its deliveries wait");
  expect(await status()).toBe("paused");
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(notifications.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(status).toBe("active");

  await page.getByRole("button", { name: "Pause deliveries" }).click();
  await expect(notifications.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(notifications.getByRole("button", { name: "Undo" })).toBeHidden();
  expect(await status()).toBe("paused");
});

test("a cancelled delivery is taken back, and arrives", async ({ page, project, receiver }) => {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  receiver.answerWith(503);
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(1);
  await openPage(page, `${project.home}/deliveries`);
  const row = page.getByRole("row", { name: /order\.created/ });
  await row.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel delivery" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel delivery" }).click();
  await expect(row.getByRole("cell", { name: "Discarded" })).toBeVisible();
  receiver.answerWith(200);
  const notifications = page.getByRole("region", { name: /^Notifications/ });
  await expect(notifications).toContainText("Undo resends it: due at once, with a fresh retry budget.");
  await notifications.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByText("Success", { exact: true })).toBeVisible();
});
