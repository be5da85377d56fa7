import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { Incident } from "@/lib/nouns/incidents/schemas";
import type { Page } from "@/lib/wire/fields";

test("the list of endpoints tells how their day went, what waits, and which fails now and why", async ({
  page,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  const well = await project.makeRoute(receiver.url, { name: "warehouse" });
  const dead = await project.makeRoute("http://127.0.0.1:9/hook", { name: "orders-eu" });
  for (const id of [1, 2, 3]) {
    await project.send(well.source, { type: "order.paid", id });
    await project.send(dead.source, { type: "order.paid", id });
  }
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(3);
  await expect.poll(async () => (await project.ask<Page<Incident>>("GET", "incidents")).content[0]?.attempts).toBe(3);

  await openPage(page, `${project.home}/endpoints`);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await expect(row("orders-eu")).toContainText("Connection refused by orders-eu");
  await expect(row("orders-eu").getByRole("img")).toHaveAccessibleName("3 attempts in 24 hours, 3 failed");
  await expect(row("orders-eu").getByRole("cell", { name: "0 %", exact: true })).toBeVisible();
  await expect(row("orders-eu").getByRole("cell", { name: "3", exact: true })).toBeVisible();
  await expect(row("warehouse").getByRole("img")).toHaveAccessibleName("3 attempts in 24 hours, 0 failed");
  await expect(row("warehouse").getByRole("cell", { name: "100 %", exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText("Connection refused by orders-eu").first()).toBeVisible();
  await expect(row("warehouse").getByText(receiver.url).first()).toBeVisible();
});
