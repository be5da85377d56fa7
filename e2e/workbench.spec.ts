import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test("two attempts are compared by address, and the panel takes the full width", async ({
  page,
  project,
  receiver,
}) => {
  receiver.answerWith(500);
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Retry");
  receiver.answerWith(404);
  await project.ask("PUT", `eventdeliveries/${delivery?.uid}/resend`);
  await expect.poll(async () => (await project.listDeliveries("Retry"))[0]?.metadata.num_trials).toBe(2);

  const address = `${project.home}/deliveries/${delivery?.uid}`;
  await openPage(page, address);
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await panel.getByRole("button", { name: "Compare attempts" }).click();
  await expect(page).toHaveURL(`${address}?compare=1-2`);
  const comparison = panel.getByRole("region", { name: "Comparison" });
  await expect(comparison.getByText("500", { exact: true })).toBeVisible();
  await expect(comparison.getByText("404", { exact: true })).toBeVisible();
  const requests = comparison.getByRole("region", { name: "Differences of the requests" });
  await expect(requests).toContainText("Removed: webhook-attempt: 1");
  await expect(requests).toContainText("Added: webhook-attempt: 2");
  await comparison.getByLabel("Second attempt").selectOption("1");
  await expect(page).toHaveURL(`${address}?compare=1-1`);
  await expect(comparison.getByText("Nothing is changed.")).toHaveCount(3);

  await panel.getByRole("button", { name: "Show in full width" }).click();
  await openPage(page, page.url());
  await expect(comparison).toBeVisible();
  // It is still coming in.
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(page.viewportSize()?.width);
  // The second of two quick clicks must not bring back what the first took out of the address.
  const quick = ["Show beside the list", "Stop comparing"].map((name) =>
    panel.getByRole("button", { name }).elementHandle(),
  );
  await page.evaluate(
    (buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    },
    await Promise.all(quick),
  );
  await expect(page).toHaveURL(address);
});

test("a delivery is sent as a test, edited and elsewhere, and stays as it is", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created", total: 1 });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  const spare = await project.makeEndpoint({ name: "Spare", url: receiver.url });
  receiver.answerWith(422);

  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await panel.getByRole("tab", { name: "Test" }).click();
  const form = panel.getByRole("form", { name: "Send as a test" });
  await form.getByLabel("Payload").fill('{"type":"order.created","total":2}');
  await form.getByLabel("Send to").selectOption(spare.uid);
  await form.getByRole("button", { name: "Send test" }).click();
  const answer = panel.getByRole("status", { name: "Answer to the test" });
  await expect(answer).toContainText("Answered 422");
  const got = receiver.received.at(-1);
  expect(got?.headers["webhook-test"]).toBe("true");
  expect(got?.body.toString()).toBe('{"type":"order.created","total":2}');
  const [after] = await project.listDeliveries("Success");
  expect(after?.metadata.num_trials).toBe(1);

  await panel.getByRole("button", { name: "Sign now" }).click();
  await expect(panel.getByText("webhook-signature")).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await panel.getByRole("button", { name: "Copy the signed request as curl" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`-H 'webhook-id: ${delivery?.uid}'`);
  expect(command).toContain(`--data-binary '{"type":"order.created","total":1}'`);
});

test("a payload that is no text is shown byte by byte", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  const body = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
  const sent = await page.request.post(source.url, {
    data: body,
    headers: { "content-type": "application/octet-stream" },
  });
  expect(sent.status()).toBe(200);
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  await page.getByRole("tab", { name: "Payload" }).click();
  const content = page.getByRole("region", { name: "Content of the payload" });
  await expect(content).toContainText("00000000  89 50 4e 47 00 ff");
  await expect(content).toContainText(".PNG..");
});

test("what a function made of an event stands beside its payload, and nothing where it is sent as received", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url, { name: "plain" });
  const doubled = await project.makeEndpoint({ name: "doubled", url: receiver.url });
  await project.ask("POST", "subscriptions", {
    name: "doubled",
    source_id: source.uid,
    endpoint_id: doubled.uid,
    filter_config: { event_types: ["*"] },
    function: "function transform(payload) { return { ...payload, total: payload.total * 2 }; }",
  });
  await project.send(source, { type: "order.created", total: 21 });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(2);
  for (const delivery of await project.listDeliveries("Success")) {
    await openPage(page, `${project.home}/deliveries/${delivery.uid}`);
    await page.getByRole("tab", { name: "Payload" }).click();
    await expect(page.getByRole("region", { name: "Content of the payload" })).toBeVisible();
    const changes = page.getByRole("region", { name: "Changed by functions" });
    if (delivery.endpoint_id === doubled.uid) {
      await expect(changes).toContainText('Removed:   "total": 21');
      await expect(changes).toContainText('Added:   "total": 42');
    } else {
      await expect(page.getByRole("heading", { name: "Headers of the event" })).toBeVisible();
      await expect(changes).toBeHidden();
    }
  }
});

test("a delivery names the version of the function that changed it, with its author and its code", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url, { name: "plain" });
  const doubled = await project.makeEndpoint({ name: "doubled", url: receiver.url });
  const times = (factor: number) =>
    `function transform(payload) { return { ...payload, total: payload.total * ${factor} }; }`;
  const subscription = await project.ask<{ uid: string }>("POST", "subscriptions", {
    name: "doubled",
    source_id: source.uid,
    endpoint_id: doubled.uid,
    filter_config: { event_types: ["order.created"] },
    function: times(3),
  });
  await project.ask("PUT", `subscriptions/${subscription.uid}`, { function: times(2) });
  await project.send(source, { type: "order.created", total: 21 });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(2);
  const delivery = (await project.listDeliveries("Success")).find(({ endpoint_id }) => endpoint_id === doubled.uid);

  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  await page.getByRole("tab", { name: "Payload" }).click();
  const changes = page.getByRole("region", { name: "Changed by functions" });
  await expect(changes).toContainText(
    /Changed by version 2 of the subscription's function, saved by the API key test /,
  );
  await expect(changes.getByText("In use", { exact: true })).toBeVisible();
  await changes.getByRole("button", { name: "Code of version 2" }).click();
  const code = changes.getByRole("region", { name: "Content of the version 2" });
  await expect(code).toContainText("payload.total * 2");

  await changes.getByRole("link", { name: "the subscription's function" }).click();
  const form = page.getByRole("form", { name: "Edit subscription" });
  const editor = form.getByRole("textbox", { name: "Function", exact: true });
  await expect(editor).toContainText("payload.total * 2");
  await form.getByRole("button", { name: "Versions of the function" }).click();
  await form.getByRole("button", { name: "Use version 1 again" }).click();
  await expect(editor).toContainText("payload.total * 3");
  await expect(form.getByText("Version 1 stands in the editor.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Version 3", { exact: true })).toBeVisible();
  await expect(form.getByText("Version 1 stands in the editor.")).toBeHidden();

  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  await page.getByRole("tab", { name: "Payload" }).click();
  await expect(changes).toContainText("Changed by version 2 of");
  await expect(changes).toContainText("Ended ");
});

test("a function that leaves an event as it is is named, and an event names those of its source", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.ask("PUT", `sources/${source.uid}`, {
    body_function: "function transform(payload) { return payload; }",
  });
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  await page.getByRole("tab", { name: "Payload" }).click();
  const ran = page.getByRole("region", { name: "Left as it is by functions" });
  await expect(ran).toContainText("it is sent as it was received");
  await expect(ran).toContainText("Version 1 of the source's body function");
  await openPage(page, `${project.home}/events/${delivery?.event_id}`);
  await page.getByRole("tab", { name: "Payload" }).click();
  const ofSource = page.getByRole("region", { name: "Functions of the source" });
  await expect(ofSource).toContainText("Version 1 of the source's body function");
});

test("a note about a delivery is there for everybody who opens it", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  await page.getByRole("tab", { name: "Notes" }).click();
  await expect(page.getByText("Nobody has written anything yet.")).toBeVisible();
  await page.getByRole("textbox", { name: "Add a note" }).fill("The shop asked for this one again.");
  await page.getByRole("button", { name: "Add note" }).click();
  const note = page.getByRole("listitem").filter({ hasText: "The shop asked for this one again." });
  await expect(note).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Add a note" })).toHaveValue("");
  await openPage(page, page.url());
  await page.getByRole("tab", { name: "Notes" }).click();
  await expect(note).toBeVisible();
});
