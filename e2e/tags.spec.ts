import { expect, test } from "@/e2e/support/fixtures";
import { openPage, reloadPage } from "@/e2e/support/open-page";

for (const [list, title] of [
  ["events", "Events"],
  ["deliveries", "Deliveries"],
] as const) {
  test(`${list} show the tags of their sender and are found by all that are named`, async ({
    page,
    outgoing: shop,
    receiver,
  }) => {
    const endpoint = await shop.makeEndpoint({ name: "orders", url: receiver.url });
    const send = (event_type: string, tags?: string[]) =>
      shop.ask("POST", "events", { endpoint_id: endpoint.uid, event_type, data: 1, ...(tags && { tags }) });
    await send("order.gold", ["vip", "eu:west"]);
    await send("order.plain", ["eu:west"]);
    await send("order.other");
    await openPage(page, `${shop.home}/${list}`);
    const rows = page.getByRole("table", { name: title }).locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: "order.gold" })).toContainText("eu:west");

    const bar = page.getByRole("combobox", { name: "Filters, or" });
    await bar.fill("tag:eu:west");
    await bar.press("Enter");
    await expect(rows).toHaveCount(2);
    await bar.fill("tag:VIP");
    await bar.press("Enter");
    await expect(page.getByText("A tag has 1 to 40 characters of a-z, 0-9 and . _ : -")).toBeVisible();
    await bar.fill("tag:vip,eu:west");
    await bar.press("Enter");
    await expect(rows).toHaveCount(1);
    await reloadPage(page);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("order.gold");
    await page.getByRole("button", { name: "Remove the filter Tag vip" }).click();
    await expect(rows).toHaveCount(2);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(rows).toHaveCount(3);
  });
}
