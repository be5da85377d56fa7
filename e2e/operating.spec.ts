import { expect, test } from "@/e2e/support/fixtures";
import { openPage, reloadPage } from "@/e2e/support/open-page";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";
import type { Page } from "@/lib/wire/fields";

const TEN_MINUTES = { settings: { retry: { interval_seconds: 600 } } };

test("waiting deliveries are cancelled from the row, the panel and the selection, after a question", async ({
  page,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", TEN_MINUTES);
  receiver.answerWith(503);
  const { source } = await project.makeRoute(receiver.url);
  for (const id of [1, 2, 3, 4]) await project.send(source, { type: `order.n${id}` });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(4);
  await openPage(page, `${project.home}/deliveries`);
  const row = (id: number) => page.getByRole("row", { name: new RegExp(`order\\.n${id}`) });

  await row(1).hover();
  await row(1).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel delivery" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel order.n1 to orders?" });
  await expect(question).toContainText("It becomes Discarded and is not sent. You can resend it later.");
  await question.getByRole("button", { name: "Cancel delivery" }).click();
  await expect(row(1).getByRole("cell", { name: "Discarded" })).toBeVisible();
  await expect(row(1).getByRole("button", { name: "More actions" })).toHaveCount(0);

  await page.getByRole("link", { name: "order.n2" }).click();
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await panel.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel delivery" }).click();
  await expect(panel).toContainText("Cancelled by owner@example.com.");
  await expect(panel.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await panel.getByRole("button", { name: "Close the panel" }).click();

  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  const toolbar = page.getByRole("toolbar", { name: "Selected rows" });
  await toolbar.getByRole("button", { name: "Cancel" }).click();
  const both = page.getByRole("alertdialog", { name: "Cancel 2 deliveries?" });
  await expect(both).toContainText("The other 2 selected do not wait for an attempt and stay as they are.");
  await both.getByRole("button", { name: "Cancel deliveries" }).click();
  await expect(page.getByRole("cell", { name: "Discarded", exact: true })).toHaveCount(4);
  await expect(toolbar).toBeHidden();
});

test("an endpoint takes a test event, shows the result, and shows how many deliveries wait before it is deactivated", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "orders-eu" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Test event created")).toBeVisible();
  const sent = await receiver.waitFor(() => true);
  expect(sent.headers["webhook-signature"]).toBeDefined();
  const chart = page.getByRole("slider", { name: /^Attempts over time/ });
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /1 attempt, 1 2xx$/);
  for (const figure of ["p50", "p95", "p99"]) await expect(page.getByText(figure, { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Pause deliveries" }).click();
  await expect(page.getByRole("button", { name: "Resume deliveries" })).toBeVisible();
  for (const id of [1, 2]) await project.send(source, { type: `order.n${id}` });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  const question = page.getByRole("alertdialog", { name: "Deactivate orders-eu?" });
  await expect(question).toContainText("2 waiting deliveries become Discarded.");
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect.poll(async () => (await project.listDeliveries("Discarded")).length).toBe(2);
});

test("a refused test event is explained, and a discarded event is recovered by a replay", async ({
  page,
  project,
  receiver,
}) => {
  const source = await project.makeSource();
  const endpoint = await project.makeEndpoint({ name: "orders-eu", url: receiver.url });
  await project.subscribe({ source, endpoint }, ["order.*"]);
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("No test event will arrive")).toBeVisible();
  await expect(page.getByText("No subscription takes the event type hookyard.test; taken are order.*.")).toBeVisible();

  const uid = await project.send(source, { type: "customer.created" });
  await openPage(page, `${project.home}/events/${uid}`);
  const panel = page.getByRole("region", { name: "Event", exact: true });
  await expect(panel).toContainText("No subscription takes the event type customer.created");
  const replay = panel.getByRole("button", { name: "Replay" });
  // An outcome that takes longer than the answer waits appears later.
  const told = (words: string) => page.getByText(words).or(page.getByText("The event is being routed anew"));
  await replay.click();
  await expect(told("No new delivery")).toBeVisible();
  await expect(panel).toContainText("No subscription takes the event type customer.created");
  await expect(replay).toBeEnabled();

  const [subscription] = (await project.ask<Page<Subscription>>("GET", "subscriptions")).content;
  const change = { filter_config: { event_types: ["order.*", "customer.*"] } };
  await project.ask("PUT", `subscriptions/${subscription?.uid}`, change);
  await replay.click();
  await expect(told("1 new delivery is on its way").last()).toBeVisible();
  const sent = await receiver.waitFor(() => true);
  expect(sent.headers).toMatchObject({ "webhook-event-type": "customer.created", "webhook-event-id": uid });
  await expect(panel.getByText("Success", { exact: true }).first()).toBeVisible();

  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  await replay.click();
  await page.getByRole("alertdialog", { name: "Send it again?" }).getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
});

test("dragging over the chart sets the range in the address, and the keyboard does so too", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await receiver.waitFor(() => true);
  await openPage(page, project.home);
  const chart = page.getByRole("slider", { name: /^Deliveries over time/ });
  const box = await chart.boundingBox();
  if (!box) throw new Error("The chart is not drawn.");
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.5, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, middle, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/startDate=.*endDate=/);
  const dragged = new URL(page.url()).searchParams;
  const hours = (Date.parse(dragged.get("endDate") ?? "") + 1 - Date.parse(dragged.get("startDate") ?? "")) / 3_600_000;
  expect([5, 6, 7]).toContain(hours);
  const success = page.getByRole("region", { name: "Deliveries" }).getByRole("link", { name: /Success/ });
  await expect(success).toContainText("0");

  await page.goBack();
  await expect(success).toContainText("1");
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /: 1 delivery, 1 succeeded$/);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/startDate=/);
  await expect(success).toContainText("1");
});

test("events are found by words and fields of their payload, and the page says how far it searched", async ({
  page,
  project,
}) => {
  const source = await project.makeSource();
  await project.send(source, { type: "order.created", customer: { name: "Ada, Countess" }, total: 12 });
  await project.send(source, { type: "order.paid", customer: { name: "Grace" }, total: 90 });
  await openPage(page, `${project.home}/events`);
  const rows = page.getByRole("table", { name: "Events" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(2);

  await page.getByRole("combobox", { name: "Filters, or words of the payload" }).fill("countess");
  await page.getByText("Payload contains countess").click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("order.created");
  await expect(page.getByText("Every event that the other filters leave was searched.")).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Payload contains countess" }).click();

  const addCondition = async (field: string, operator: string, value: string) => {
    await page.getByRole("button", { name: "Payload field" }).click();
    const form = page.getByRole("dialog", { name: "Payload field" });
    await form.getByLabel("Field").fill(field);
    await form.getByLabel("Operator").selectOption({ label: operator });
    await form.getByLabel("Value").fill(value);
    await form.getByRole("button", { name: "Add condition" }).click();
  };
  await addCondition("customer.name", "starts with", "Ada, C");
  await addCondition("total", "is less than", "50");
  await expect(page).toHaveURL((url) => url.searchParams.getAll("body").length === 2);
  await expect(rows).toHaveCount(1);
  await reloadPage(page);
  await expect(rows).toHaveCount(1);

  await openPage(page, `${project.home}/events?q=countess&startDate=2020-01-02&endDate=2020-01-03T00:00:00Z`);
  await expect(page.getByText(/Searched back until/)).toBeVisible();
  await page.getByRole("button", { name: "Go on before that" }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get("endDate") === "2020-01-01T23:59:59.999Z");
});

test("an alert is raised by failing attempts, shown in the navigation, and acknowledged", async ({
  page,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", TEN_MINUTES);
  receiver.answerWith(503);
  const source = await project.makeSource();
  const endpoint = await project.makeEndpoint({ url: receiver.url, name: "warehouse" });
  const subscription = { name: "stock", source_id: source.uid, endpoint_id: endpoint.uid };
  await project.ask("POST", "subscriptions", { ...subscription, alert_config: { count: 2, threshold: "5m" } });
  for (const id of [1, 2]) await project.send(source, { type: "stock.low", id });
  await expect.poll(async () => (await project.ask<{ content: unknown[] }>("GET", "alerts")).content.length).toBe(1);
  await openPage(page, `${project.home}/alerts`);
  await expect(page.getByRole("link", { name: /2 attempts to warehouse failed within 5m/ })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Project" })).toContainText("1 not acknowledged");
  await page.getByRole("link", { name: "Deliveries that failed" }).click();
  await expect(page.getByRole("cell", { name: "Retry", exact: true })).toHaveCount(2);
  await page.goBack();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByRole("cell", { name: "Acknowledged" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Acknowledge" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Project" })).toContainText("1 not acknowledged");
});
