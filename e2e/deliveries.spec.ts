import { randomUUID } from "node:crypto";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage, reloadPage } from "@/e2e/support/open-page";

const TEN_MINUTES = { settings: { retry: { interval_seconds: 600 } } };

test("a failed delivery shows its next attempt, and succeeds on the open page when resent from its row", async ({
  page,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", TEN_MINUTES);
  receiver.answerWith(500);
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created", id: 1 });
  await openPage(page, `${project.home}/deliveries`);
  const row = page.getByRole("row", { name: /order\.created/ });
  await expect(row.getByText("Retry", { exact: true })).toBeVisible();
  const [delivery] = await project.listDeliveries("Retry");
  const nextAttempt = row.locator(`time[datetime="${delivery?.metadata.next_send_time}"]`);
  await expect(nextAttempt).toHaveText(/^in \d+ min$/);
  receiver.answerWith(200);
  const resend = row.getByRole("button", { name: "Resend" });
  const actions = row.getByRole("cell").last();
  await expect(resend, "nobody has to hover to find it").toHaveCSS("opacity", "1");
  await expect(actions, "no mark of cut text follows the buttons").toHaveCSS("text-overflow", "clip");
  expect(await actions.evaluate((cell) => cell.scrollWidth > cell.clientWidth)).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(resend).toHaveCSS("opacity", "1");
  await expect(resend).toBeInViewport();
  await resend.click();
  await expect(row.getByText("Success", { exact: true })).toBeVisible();
});

test("new events appear without a reload, from the first delivery on", async ({ page, project, receiver }) => {
  const { source, endpoint } = await project.makeRoute(receiver.url);
  await project.ask("PUT", `endpoints/${endpoint.uid}/pause`);
  await openPage(page, `${project.home}/deliveries`);
  await expect(page.getByRole("heading", { name: "No delivery yet" })).toBeVisible();
  await project.send(source, { type: "order.created" });
  const row = page.getByRole("row", { name: /order\.created/ });
  await expect(row.getByText("Held", { exact: true })).toBeVisible();
  await project.ask("PUT", `endpoints/${endpoint.uid}/resume`);
  await expect(row.getByText("Success", { exact: true })).toBeVisible();
});

test("a successful delivery is resent only after a question", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await receiver.waitFor(() => true);
  await openPage(page, `${project.home}/deliveries`);
  const row = page.getByRole("row", { name: /order\.created/ });
  await expect(row.getByText("Success", { exact: true })).toBeVisible();

  await row.hover();
  await row.getByRole("button", { name: "Resend" }).click();
  const question = page.getByRole("alertdialog", { name: "Send again what had succeeded?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(receiver.received).toHaveLength(1);

  await row.hover();
  await row.getByRole("button", { name: "Resend" }).click();
  await question.getByRole("button", { name: "Resend" }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  const [first, second] = receiver.received;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
});

test("several deliveries are selected and resent at once", async ({ page, project, receiver }) => {
  await project.ask("PUT", "", TEN_MINUTES);
  receiver.answerWith(503);
  const { source } = await project.makeRoute(receiver.url);
  for (const id of [1, 2, 3]) await project.send(source, { type: "order.created", id });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(3);
  receiver.answerWith(204);
  await openPage(page, `${project.home}/deliveries`);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  const toolbar = page.getByRole("toolbar", { name: "Selected rows" });
  await expect(toolbar.getByRole("status")).toHaveText("3 deliveries selected");
  await toolbar.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("cell", { name: "Success", exact: true })).toHaveCount(3);
  await expect(toolbar).toBeHidden();
});

test("a delivery opens beside the list with each attempt, and its address can be shared", async ({
  page,
  project,
  receiver,
}) => {
  receiver.answerWith(418);
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created", total: 12.5 }, { "x-event-type": "order.created" });
  await receiver.waitFor(() => true);
  await openPage(page, `${project.home}/deliveries`);
  await page.getByRole("link", { name: "order.created" }).click();
  await expect(page).toHaveURL(/\/deliveries\/[0-9a-f-]{36}$/);

  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await expect(panel.getByRole("button", { name: /Attempt 1 418/ })).toBeVisible();
  await expect(panel.getByRole("region", { name: "Answer", exact: true })).toContainText('"answered"');
  await expect(panel.getByRole("region", { name: "Request", exact: true })).toContainText("webhook-signature");
  await panel.getByRole("tab", { name: "Payload" }).click();
  await expect(panel).toContainText('"total": 12.5');

  await reloadPage(page);
  await expect(panel.getByRole("heading", { name: "order.created" })).toBeVisible();
  await panel.getByRole("button", { name: "Close the panel" }).click();
  await expect(page).toHaveURL(/\/deliveries$/);
  await page.goBack();
  await expect(panel).toBeVisible();
});

test("filters are part of the address and survive a reload", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  for (const type of ["order.created", "order.paid", "refund.created"]) await project.send(source, { type });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(3);
  await openPage(page, `${project.home}/deliveries`);
  const rows = page.getByRole("table", { name: "Deliveries" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(3);

  await page.getByRole("combobox", { name: "Filters, or an event type, id or key" }).fill("order.*");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: /^Status/ }).click();
  await page.getByRole("dialog", { name: "Status" }).getByText("Success").click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL((url) => {
    const { event_type, status } = Object.fromEntries(url.searchParams);
    return event_type === "order.*" && status === "Success";
  });

  await reloadPage(page);
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Remove the filter Event type order.*" })).toBeVisible();
  await openPage(page, `${page.url()}&startDate=2020-01-01&endDate=2020-01-02`);
  await expect(page.getByRole("heading", { name: "No deliveries fit these filters" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/\/deliveries$/);
});

test("an invalid filter is reported instead of shown as nothing", async ({ page, project }) => {
  await openPage(page, `${project.home}/deliveries?status=Sent`);
  await expect(page.getByText("The address holds a filter that cannot be read")).toContainText("Choose of Scheduled");
});

test("pages go forward and back over the same rows", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  const numbers = Array.from({ length: 23 }, (_, at) => at);
  await Promise.all(numbers.map((number) => project.send(source, { type: `order.n${number}` })));
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(23);
  await openPage(page, `${project.home}/deliveries`);
  const links = page.getByRole("table", { name: "Deliveries" }).getByRole("link", { name: /^order\.n/ });
  const pages = page.getByRole("navigation", { name: "Pages of deliveries" });
  await expect(links).toHaveCount(20);
  const first = await links.allTextContents();
  await expect(pages.getByRole("button", { name: "Previous" })).toBeDisabled();

  await pages.getByRole("button", { name: "Next" }).click();
  await expect(links).toHaveCount(3);
  const second = await links.allTextContents();
  expect(new Set([...first, ...second]).size).toBe(23);
  await reloadPage(page);
  await expect(links).toHaveText(second);
  await expect(pages.getByRole("button", { name: "Next" })).toBeDisabled();
  await pages.getByRole("button", { name: "Previous" }).click();
  await expect(links).toHaveText(first);
});

test("an unknown delivery is an error with a retry and the request's id", async ({ page, project }) => {
  await openPage(page, `${project.home}/deliveries/${randomUUID()}`);
  const alert = page.getByRole("alert").filter({ hasText: "The delivery could not be loaded" });
  await expect(alert).toBeVisible();
  await expect(alert.getByText(/^Request [\w-]+/)).toBeVisible();
  await expect(alert.getByRole("button", { name: "Try again" })).toBeEnabled();
});

test("a held delivery is called so, with the endpoint's cause, in the row, panel, event, filter and overview", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "warehouse" });
  const other = await project.makeRoute(receiver.url, { name: "mail" });
  await project.ask("PUT", `endpoints/${endpoint.uid}/pause`);
  for (const id of [1, 2]) await project.send(source, { type: "order.created", id });
  await project.send(other.source, { type: "mail.sent" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const cause = "Paused by an operator.";

  await openPage(page, `${project.home}/deliveries`);
  const held = page.getByRole("row", { name: /order\.created/ });
  await expect(held).toHaveCount(2);
  await expect(held.first()).toContainText("Held");
  await expect(held.first()).toContainText(cause);
  await expect(page.getByText("Scheduled", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("checkbox", { name: "Held" }).check();
  await expect(page).toHaveURL(/held=true/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Status Held", exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /mail\.sent/ })).toHaveCount(0);
  await expect(held).toHaveCount(2);

  await held.first().getByRole("link").click();
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await expect(panel.getByText("Held", { exact: true })).toBeVisible();
  await expect(panel.getByText(cause)).toBeVisible();
  await expect(panel.getByText("once resumed").first()).toBeVisible();

  await openPage(page, `${project.home}/events`);
  const event = page.getByRole("row", { name: /order\.created/ }).first();
  await expect(event.getByTitle("Held").filter({ visible: true })).toBeVisible();
  await expect(event.getByRole("button", { name: "Replay" })).toHaveCSS("opacity", "1");

  await openPage(page, project.home);
  const counts = page.getByRole("region", { name: "Deliveries" }).getByRole("listitem");
  await expect(counts.filter({ hasText: "Held" })).toHaveText("Held2");
  await expect(counts.filter({ hasText: "Scheduled" })).toHaveText("Scheduled0");
  const waiting = page.getByRole("region", { name: "Waiting" }).getByRole("listitem");
  await expect(waiting.first()).toContainText("Held");
  await expect(waiting.first()).toContainText(cause);
  await counts.filter({ hasText: "Held" }).getByRole("link").click();
  await expect(page.getByRole("button", { name: "Status Held", exact: true })).toBeVisible();
});
