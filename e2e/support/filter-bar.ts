import { expect, type Page } from "@playwright/test";
import type { TestProject } from "@/e2e/support/project";
import type { Receiver } from "@/e2e/support/receiver";

export const barOf = (page: Page) => page.getByRole("combobox", { name: "Filters, or" });
export const rowsOf = (page: Page, name: "Deliveries" | "Events") =>
  page.getByRole("table", { name }).locator("tbody").getByRole("row");

/** One delivery that succeeds, and one that fails with 503 for good. */
export async function makeTwo(project: TestProject, receiver: Receiver): Promise<void> {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  receiver.answerWith(({ path }) => (path === "/bad" ? 503 : 200));
  const source = await project.makeSource({ name: "Shop" });
  const good = await project.makeEndpoint({ name: "orders", url: `${receiver.url}/good`, owner_id: "acme" });
  const bad = await project.makeEndpoint({ name: "orders eu", url: `${receiver.url}/bad` });
  await project.subscribe({ source, endpoint: good }, ["order.created"]);
  await project.subscribe({ source, endpoint: bad }, ["order.paid"]);
  await project.send(source, { type: "order.created", note: "for Donald Knuth", data: { total: 90 } });
  await project.send(source, { type: "order.paid", note: "for Ada", data: { total: 120 } });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(1);
}
