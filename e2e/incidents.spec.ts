import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { Incident } from "@/lib/nouns/incidents/schemas";
import type { Page } from "@/lib/wire/fields";

test("an outage is one incident: found on the overview, noted, acknowledged, and replayed in two clicks", async ({
  page,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", { settings: { retry: { retry_limit: 1, interval_seconds: 1 } } });
  receiver.answerWith(503);
  const { source } = await project.makeRoute(receiver.url, { name: "orders-eu" });
  for (const id of [1, 2, 3]) await project.send(source, { type: "order.paid", id });
  const incidents = async () => (await project.ask<Page<Incident>>("GET", "incidents")).content;
  await expect.poll(async () => (await incidents())[0]?.deliveries).toBe(3);
  await expect.poll(async () => (await project.listDeliveries("Failure")).length).toBe(3);

  await openPage(page, project.home);
  await page
    .getByRole("region", { name: "Incidents" })
    .getByRole("link", { name: /503 from orders-eu/ })
    .click();
  await expect(page.getByRole("heading", { name: /503 from orders-eu/ })).toBeVisible();
  await expect(page.getByText("The receiver is overloaded or in maintenance.")).toBeVisible();
  await page.getByRole("textbox", { name: "Add a note" }).fill("They restart it at ten.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "They restart it at ten." })).toBeVisible();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByRole("button", { name: "Take back" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Acknowledged", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByRole("button", { name: "Take back" })).toBeVisible();

  receiver.answerWith(200);
  await page.getByRole("button", { name: "Replay these" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replay" }).click();
  await expect(page.getByText("Completed").first()).toBeVisible({ timeout: 20_000 });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(3);
});

test("a delivery and its endpoint say why attempts fail, in the words of the incident", async ({
  page,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  receiver.answerWith(404);
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "crm" });
  for (const id of [1, 2, 3]) await project.send(source, { type: "order.paid", id });
  await expect.poll(async () => (await project.ask<Page<Incident>>("GET", "incidents")).content[0]?.attempts).toBe(3);
  const [delivery] = await project.listDeliveries("Retry");
  for (const address of [`/deliveries/${delivery?.uid}`, `/endpoints/${endpoint.uid}`]) {
    await openPage(page, project.home + address);
    await expect(page.getByText("404 from crm")).toBeVisible();
    await expect(page.getByText("Nothing is at this path.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open incident" })).toBeVisible();
  }
});
