import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test("the lists tell of a source how much it sent and what was refused, of a subscription what it matched", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url, { name: "orders-eu" });
  await project.makeSource({ name: "switched off", is_disabled: true });
  for (const id of [1, 2, 3]) await project.send(source, { type: "order.created", id });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(3);

  await openPage(page, `${project.home}/sources`);
  const row = page.getByRole("row", { name: /shop/ });
  await expect(row.getByRole("img", { name: "3 events in 24 hours, by the hour" })).toBeVisible();
  await expect(page.getByRole("row", { name: /switched off/ })).toContainText("Never");

  await openPage(page, `${project.home}/subscriptions`);
  const subscription = page.getByRole("row", { name: /shop to orders-eu/ });
  await expect(subscription.getByRole("img", { name: "3 matched in 24 hours, by the hour" })).toBeVisible();
  await expect(subscription).toContainText("100 %");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText("3 matched, 100 %")).toBeVisible();
  await openPage(page, `${project.home}/sources`);
  await expect(page.getByText("3 in 24 hours")).toBeVisible();
});
