import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { TestProject } from "@/e2e/support/project";

const HOUR_MS = 3_600_000;

/** An outgoing project with one endpoint, and its address for events. */
async function openShop(shop: TestProject, url: string) {
  const endpoint = await shop.makeEndpoint({ name: "trials", url });
  const send = (more: object) =>
    shop.ask<{ uid: string }>("POST", "events", {
      endpoint_id: endpoint.uid,
      event_type: "trial.ends",
      data: { plan: "pro" },
      ...more,
    });
  return { send };
}

test("an event for later waits in sight, and is sent before its time by one press", async ({
  page,
  outgoing: shop,
  receiver,
}) => {
  const { send } = await openShop(shop, receiver.url);
  const deliverAt = new Date(Date.now() + HOUR_MS);
  await send({ deliver_at: deliverAt.toISOString() });
  await openPage(page, `${shop.home}/deliveries`);
  const row = page.getByRole("table", { name: "Deliveries" }).locator("tbody").getByRole("row");
  await expect(row).toContainText("Scheduled");
  await expect(row).toContainText(`Waiting until ${deliverAt.toISOString().slice(0, 10)}`);
  await expect(row).toContainText(/in (59 min|1 h)/);
  expect(receiver.received).toEqual([]);

  await page.getByRole("link", { name: "trial.ends" }).click();
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await expect(panel.getByText("Waiting until", { exact: true })).toBeVisible();
  await expect(panel.locator(`time[datetime="${deliverAt.toISOString()}"]`).first()).toBeVisible();
  await panel.getByRole("button", { name: "Send now" }).click();
  await expect(panel.getByText("Success").first()).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(1);
  await expect(panel.getByRole("button", { name: "Resend" })).toBeVisible();

  await panel.getByRole("link", { name: "Open the event" }).click();
  const event = page.getByRole("region", { name: "Event", exact: true });
  await expect(event.getByText("To be delivered")).toBeVisible();
});

test("an event for later is cancelled while it waits, and one whose time comes is delivered by itself", async ({
  page,
  outgoing: shop,
  receiver,
}) => {
  const { send } = await openShop(shop, receiver.url);
  await send({ delay: "2h", event_type: "trial.cancelled" });
  await openPage(page, `${shop.home}/deliveries`);
  const row = page.getByRole("row", { name: /trial.cancelled/ });
  await row.hover();
  await row.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel delivery" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel delivery" }).click();
  await expect(row).toContainText("Discarded");

  const sentAt = Date.now();
  await send({ delay: 3 });
  await expect(page.getByRole("row", { name: /trial.ends/ })).toContainText("Success", { timeout: 30_000 });
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(3_000);
  expect(receiver.received).toHaveLength(1);
});
