import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage, reloadPage } from "@/e2e/support/open-page";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";
import type { Page } from "@/lib/wire/fields";

test("a filter is checked while it is typed, tested on the latest event, and then decides what is delivered", async ({
  page,
  project,
  receiver,
}) => {
  const source = await project.makeSource();
  await project.makeEndpoint({ url: receiver.url });
  await project.send(source, { type: "order.created", total: 20 });
  await openPage(page, `${project.home}/subscriptions/new`);
  await page.getByLabel("Name", { exact: true }).fill("large orders");
  await page.getByLabel("Source", { exact: true }).selectOption({ label: "shop" });
  await page.getByLabel("Endpoint", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("Event types", { exact: true }).fill("order.*");
  const filter = page.getByLabel("Filter", { exact: true });

  await filter.fill('{"body": {"total": ');
  await page.getByRole("button", { name: "Create subscription" }).click();
  await expect(filter).toHaveAttribute("aria-invalid", "true");
  await filter.fill('{"body": {"total": {"$above": 100}}}');
  await expect(filter).toHaveAccessibleDescription(/\$above/);
  await filter.fill('{"body": {"total": {"$gte": 100}}}');
  await expect(page.getByText("A filter that can be used.")).toBeVisible();
  await page.getByRole("button", { name: "Format" }).click();
  await expect(filter.locator(".cm-line")).toHaveCount(7);

  const trial = page.getByRole("combobox", { name: "Try the filter on" });
  await trial.selectOption(
    await trial.locator('optgroup[label="A past event"] > option').first().getAttribute("value"),
  );
  const sample = page.getByLabel("Sample event");
  await expect(sample).toHaveValue(/"total": 20\b/);
  await expect(page.getByText("It would not be delivered: the filter does not pass")).toBeVisible();
  await sample.fill((await sample.inputValue()).replace("20", "200"));
  await expect(page.getByText("It would be delivered", { exact: true })).toBeVisible();
  await project.send(source, { type: "order.created", total: 100 });
  await project.send(source, { type: "refund.created", total: 500 });
  await trial.selectOption({ label: "The newest 20 events" });
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText("1 of 3 events would be delivered")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "its event type is not taken" })).toHaveCount(1);
  await expect(page.getByRole("listitem").filter({ hasText: "the filter does not pass" })).toHaveCount(1);
  await page.getByRole("button", { name: "Create subscription" }).click();
  await expect(page.getByRole("row", { name: /large orders/ })).toBeVisible();

  await project.send(source, { type: "order.created", total: 99 });
  await project.send(source, { type: "refund.created", total: 500 });
  const taken = await project.send(source, { type: "order.created", total: 100 });
  await expect.poll(async () => (await project.listDeliveries("Success")).map((one) => one.event_id)).toEqual([taken]);
  await openPage(page, `${project.home}/events`);
  const refund = page.getByRole("row", { name: /refund\.created/ }).first();
  await expect(refund).toContainText("Discarded");
  await expect(refund.getByText(/No subscription/i)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(refund.getByText(/No subscription/i)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("link", { name: "refund.created" }).first().click();
  await expect(page.getByRole("region", { name: "Event", exact: true })).toContainText(/No subscription/i);
});

test("a filter is built by rows with the fields of the newest event, in step with its JSON, and says which row fails", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, {
    type: "order.created",
    order: { total: 20, currency: "EUR" },
    items: [{ sku: "a", qty: 2 }],
  });
  await openPage(page, `${project.home}/subscriptions`);
  await page.getByRole("link", { name: "shop to orders" }).click();
  const filter = page.getByLabel("Filter", { exact: true });
  await expect(page.getByLabel("Sample event")).toHaveValue(/"total": 20\b/);

  await page.getByRole("button", { name: "Body field" }).press("Enter");
  const first = page.getByRole("group", { name: "Body 1", exact: true });
  const field = first.getByLabel("Body 1: field");
  await expect(field).toBeFocused();
  const offered = await field.evaluate((input: HTMLInputElement) =>
    [...(input.list?.options ?? [])].map((one) => one.value),
  );
  expect(offered).toEqual(expect.arrayContaining(["order.total", "items.$.sku"]));
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(field).toHaveAccessibleDescription("Name the field, such as order.total.");
  await field.fill("order.total");
  await expect(first.getByLabel("Body 1: kind of value")).toHaveValue("number");
  await first.getByLabel("Body 1: operator").selectOption("is at least");
  await first.getByLabel("Body 1: value").fill("1x");
  await expect(first.getByLabel("Body 1: value")).toHaveAccessibleDescription("Write a number, such as 100.");
  await first.getByLabel("Body 1: value").fill("100");
  await expect(filter).toContainText('"$gte": 100');
  await expect(first.getByText("Fails on the sample")).toBeVisible();

  const body = page.getByRole("region", { name: "Body", exact: true });
  await body.getByRole("button", { name: "Add a group" }).click();
  const group = page.getByRole("group", { name: "Body 2", exact: true });
  await group.getByLabel("Body 2: of the field").fill("items.$");
  await group.getByLabel("Body 2.1: field").fill("sku");
  await group.getByLabel("Body 2.1: operator").selectOption("is one of");
  await group.getByLabel("Body 2.1: value").fill("a, b");
  await expect(group.getByText("The group passes")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await filter.fill(
    '{"headers": {"user-agent": {"$exist": true}}, "body": {"order.total": {"$gte": 10}, "$exist": true}}',
  );
  await expect(page.getByRole("group", { name: "Header 1", exact: true })).toContainText("Passes on the sample");
  await expect(page.getByRole("group", { name: "Body 2", exact: true })).toContainText("Rows cannot show this part.");
  await expect(first.getByText("Passes on the sample")).toBeVisible();
  await first.getByLabel("Body 1: value").fill("15");
  await expect(filter).toContainText('"$exist": true');
  await filter.fill('{"body": ');
  await expect(page.getByText("The JSON below cannot be used yet.")).toBeVisible();
  await filter.fill('{"body": {"order.total": {"$gte": 15}, "$exist": true}}');
  await first.getByLabel("Body 1: value").fill("25");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  const [saved] = (await project.ask<Page<Subscription>>("GET", "subscriptions")).content;
  expect(saved?.filter_config.filter.body).toEqual({ "order.total": { $gte: 25 }, $exist: true });

  await first.getByRole("button", { name: "Remove Body 1" }).click();
  await expect(page.getByRole("group", { name: "Conditions" })).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a filter keeps every digit of its numbers in the form, and matches by them", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/subscriptions`);
  await page.getByRole("link", { name: "shop to orders" }).click();
  const filter = page.getByLabel("Filter", { exact: true });
  await filter.fill('{"body": {"id": 9007199254740993}}');
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();
  await reloadPage(page);
  await expect(filter).toContainText("9007199254740993");
  await page.getByLabel("Name", { exact: true }).fill("still exact");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeHidden();
  const answer = await page.request.get(`/v1/projects/${project.id}/subscriptions`);
  expect(await answer.text()).toContain('"id":9007199254740993}');

  for (const body of ['{"id":9007199254740992}', '{"id":9007199254740993}']) {
    await page.request.post(source.url, { data: body, headers: { "content-type": "application/json" } });
  }
  await expect.poll(() => receiver.received.map((one) => String(one.body))).toEqual(['{"id":9007199254740993}']);
});

test("a changed or deleted subscription takes effect from the next event on", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/subscriptions`);
  await page.getByRole("link", { name: "shop to orders" }).click();
  await page.getByLabel("Event types", { exact: true }).fill("invoice.paid");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await project.send(source, { type: "order.created" });
  await project.send(source, { type: "invoice.paid" });
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]?.body.toString()).toContain("invoice.paid");

  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete shop to orders?" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "No subscription yet" })).toBeVisible();
  await project.send(source, { type: "invoice.paid" });
  expect((await project.listDeliveries("Success")).length).toBe(1);
});

test("a source answers with its own response, recognizes repetitions, and refuses everything when it is switched off", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByRole("button", { name: "Add a part" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Part 1: its name")).toHaveAccessibleDescription("Name the header.");
  await page.getByLabel("Part 1: where it stands").selectOption("Body");
  await page.getByLabel("Part 1: its name").fill("id");
  await expect(
    page.getByText(/Of requests with the same value in the body's id, the first is delivered/),
  ).toBeVisible();
  await page.getByRole("switch", { name: "Answer with my own body" }).click();
  await page.getByLabel("Body", { exact: true }).fill('{"thanks":true}');
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  const post = () => fetch(source.url, { method: "POST", body: '{"id":7,"type":"order.created"}' });
  expect(await (await post()).json()).toEqual({ thanks: true });
  expect((await post()).status).toBe(200);
  await openPage(page, `${project.home}/events`);
  await expect(page.getByRole("row", { name: /order\.created.*duplicate/ })).toContainText("Discarded");
  await expect.poll(() => receiver.received.length).toBe(1);

  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByRole("switch", { name: "Take events" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect((await post()).status).toBe(403);
  expect(await project.countEvents()).toBe(2);
});

test("a subscription's own retry, rate limit and alert are set, shown again and removed", async ({
  page,
  project,
  receiver,
}) => {
  await project.makeRoute(receiver.url);
  const read = async () => (await project.ask<Page<Subscription>>("GET", "subscriptions")).content[0];
  await openPage(page, `${project.home}/subscriptions/${(await read())?.uid}`);
  await page.getByRole("switch", { name: "A retry rule of its own" }).click();
  await page.getByLabel("Strategy").selectOption("linear");
  await page.getByRole("switch", { name: "Limit what this subscription sends" }).click();
  await page.getByLabel("At most").fill("30");
  await page.getByRole("switch", { name: "Raise an alert when attempts fail" }).click();
  await page.getByLabel("Counted within").fill("soon");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Counted within")).toHaveAccessibleDescription(/such as 30s, 5m or 1h/);
  await page.getByLabel("Counted within").fill("15m");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect(await read()).toMatchObject({
    retry_config: { type: "linear", duration: 10, retry_count: 10 },
    rate_limit_config: { count: 30, duration: 60 },
    alert_config: { count: 5, threshold: "15m" },
  });

  await reloadPage(page);
  await expect(page.getByLabel("Counted within")).toHaveValue("15m");
  await expect(page.getByLabel("At most")).toHaveValue("30");
  await page.getByRole("switch", { name: "Raise an alert when attempts fail" }).click();
  await page.getByRole("switch", { name: "Limit what this subscription sends" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect(await read()).toMatchObject({ rate_limit_config: null, alert_config: null, retry_config: { type: "linear" } });
});

test("what is the only choice of a new subscription is chosen already, and an address chooses before it", async ({
  page,
  project,
}) => {
  const source = await project.makeSource();
  const endpoint = await project.makeEndpoint({ url: "http://127.0.0.1:9/hook" });
  const chosenSource = page.getByLabel("Source", { exact: true });
  const chosenEndpoint = page.getByLabel("Endpoint", { exact: true });
  await openPage(page, `${project.home}/subscriptions/new`);
  await expect(chosenSource).toHaveValue(source.uid);
  await expect(chosenEndpoint).toHaveValue(endpoint.uid);

  const other = await project.makeEndpoint({ name: "other", url: "http://127.0.0.1:9/other" });
  await openPage(page, `${project.home}/subscriptions/new`);
  await expect(chosenSource).toHaveValue(source.uid);
  await expect(chosenEndpoint).toHaveValue("");
  await openPage(page, `${project.home}/subscriptions/new?endpointId=${other.uid}`);
  await expect(chosenEndpoint).toHaveValue(other.uid);
  await expect(chosenSource).toHaveValue(source.uid);
});
