import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { Ledger } from "@/lib/nouns/stats/schemas";

test("the ledger shows what became of all that was accepted, for each endpoint too, and is read again on request", async ({
  page,
  project,
  receiver,
}) => {
  receiver.answerWith(({ path }) => (path === "/gone" ? 410 : 200));
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "orders-eu" });
  const gone = await project.makeEndpoint({ name: "legacy-erp", url: `${receiver.url}/gone` });
  await project.subscribe({ source, endpoint: gone }, ["order.*"]);
  await project.ask("PUT", `endpoints/${endpoint.uid}/pause`);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.ask<Ledger>("GET", "ledger")).deliveries.failed).toBe(1);

  await openPage(page, project.home);
  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Ledger" }).click();
  const deliveries = page.getByRole("region", { name: "Deliveries" });
  const said = "Accepted 2 = Delivered 0 + Waiting 1 + Failed 1 + Discarded 0"
    .replaceAll(" ", "\\s*")
    .replaceAll("+", "\\+");
  await expect(deliveries).toContainText(new RegExp(`Balanced\\s*${said}`));
  await expect(page.getByRole("region", { name: "Events" })).toContainText(/Accepted\s*1\s*=\s*Routed\s*1/);
  const row = page.getByRole("row", { name: /orders-eu/ });
  await expect(row).toContainText("Balanced");
  await expect(row.getByRole("cell")).toContainText(["orders-eu", "1", "0", "1", "0", "0"]);

  await project.ask("PUT", `endpoints/${endpoint.uid}/resume`);
  await expect.poll(async () => (await project.ask<Ledger>("GET", "ledger")).deliveries.delivered).toBe(1);
  await page.getByRole("button", { name: "Read again" }).click();
  await expect(row.getByRole("cell")).toContainText(["orders-eu", "1", "1", "0", "0", "0"]);
  await deliveries.getByRole("link", { name: "1" }).first().click();
  await expect(page).toHaveURL(`${project.home}/deliveries?status=Success`);
  await expect(page.getByRole("row", { name: /order\.created/ })).toHaveCount(1);
});
