import { expect, test } from "@/e2e/support/fixtures";
import { openPage, reloadPage } from "@/e2e/support/open-page";

test("an event is found by what its sender calls it, and shows it", async ({ page, outgoing: shop, receiver }) => {
  const endpoint = await shop.makeEndpoint({ name: "orders", url: receiver.url });
  const content = { endpoint_id: endpoint.uid, data: { total: 3 } };
  const metadata = { customer: "ada", note: "a, b" };
  await shop.ask("POST", "events", { ...content, event_type: "order.paid", external_id: "order-1042", metadata });
  await shop.ask("POST", "events", { ...content, event_type: "order.sent", external_id: "order-1042" });
  await shop.ask("POST", "events", { ...content, event_type: "order.other" });
  await receiver.waitFor(({ headers }) => headers["webhook-event-type"] === "order.paid");

  await openPage(page, `${shop.home}/events`);
  const rows = page.getByRole("table", { name: "Events" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(3);
  const bar = page.getByRole("combobox", { name: "Filters, or" });
  await bar.fill("external:order-1042");
  await bar.press("Enter");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/externalId=order-1042/);
  await bar.fill('meta:customer=ada meta:note="a, b"');
  await bar.press("Enter");
  await expect(rows).toHaveCount(1);
  await reloadPage(page);
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Edit the filters as text" }).click();
  await expect(bar).toHaveValue('external:order-1042 meta:customer=ada meta:note="a, b"');
  await bar.press("Escape");

  await page.getByRole("link", { name: "order.paid" }).click();
  const panel = page.getByRole("region", { name: "Event", exact: true });
  await expect(panel.getByText("order-1042")).toBeVisible();
  await expect(panel.locator("dl[aria-label=Metadata]")).toContainText("customerada");
  await panel.getByRole("button", { name: "Close the panel" }).click();
  await page.getByRole("button", { name: "Remove the filter Metadata customer=ada" }).click();
  await page.getByRole("button", { name: "Remove the filter Metadata note=a, b" }).click();
  await page.getByRole("button", { name: "Remove the filter External id order-1042" }).click();
  await expect(rows).toHaveCount(3);

  await openPage(page, `${shop.home}/deliveries?externalId=order-1042`);
  const deliveries = page.getByRole("table", { name: "Deliveries" }).locator("tbody").getByRole("row");
  await expect(deliveries).toHaveCount(2);
  await page.getByRole("link", { name: "order.paid" }).click();
  const delivery = page.getByRole("region", { name: "Delivery", exact: true });
  await expect(delivery.getByText("External id", { exact: true })).toBeVisible();
  const sent = receiver.received.map(({ headers }) => JSON.stringify(headers)).join();
  expect(sent).not.toContain("order-1042");
});
