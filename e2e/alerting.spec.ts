import { expect, test } from "@/e2e/support/fixtures";
import { join } from "@/e2e/support/join";
import { openPage } from "@/e2e/support/open-page";

test("a broker that is away is told of once along a route, shown on the overview, and over when it is mended", async ({
  page,
  outgoing: project,
  receiver,
}) => {
  await openPage(page, `${project.home}/settings/alerting`);
  await expect(page.getByText("Nobody is told")).toBeVisible();
  await page.getByRole("button", { name: "Add route" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To", { exact: true }).selectOption("Webhook");
  await dialog.getByRole("button", { name: "Add route" }).click();
  await expect(dialog.getByLabel("URL")).toHaveAccessibleDescription(/Give a full http/);
  await dialog.getByLabel("URL").fill(`${receiver.url}/alerts`);
  await dialog.getByLabel("Name", { exact: true }).fill("On call");
  await dialog.getByLabel("Pause between messages").fill("0");
  await dialog.getByRole("button", { name: "Add route" }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Webhook · all rules · no message yet")).toBeVisible();

  await page.getByRole("button", { name: "Send a test to On call" }).click();
  await expect(page.getByText(/^The test was taken after/)).toBeVisible();
  const told = () =>
    receiver.received.filter(({ path }) => path === "/alerts").map(({ body }) => JSON.parse(body.toString()));
  expect(told().map(({ type }) => type)).toEqual(["alerts.test"]);

  await page.getByRole("button", { name: "Change the threshold of A source cannot be read" }).click();
  await page.getByRole("dialog").getByLabel("From").fill("0");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "A source cannot be read" })).toContainText("at once");

  const amqp = { host: "127.0.0.1", port: "9", queue: "orders" };
  const pub_sub = { type: "amqp", workers: 1, amqp } as const;
  const { uid } = await project.makeSource({ name: "orders queue", type: "pub_sub", pub_sub });
  const trouble = page.getByRole("region", { name: "In trouble now" });
  await expect(trouble.getByRole("link")).toContainText("orders queue cannot be read");
  await expect.poll(told).toHaveLength(2);
  expect(told()[1].data.opened[0]).toMatchObject({ level: "critical", subject: { type: "source", id: uid } });
  await expect(page.getByRole("row", { name: /orders queue cannot be read/ })).toContainText("Sent");

  const endpoint = await project.makeEndpoint({ url: receiver.url });
  await project.ask("POST", "events", { endpoint_id: endpoint.uid, event_type: "order.created", data: {} });
  await openPage(page, project.home);
  await page
    .getByRole("region", { name: "Sources in trouble" })
    .getByRole("link", { name: /orders queue/ })
    .click();
  await expect(page).toHaveURL(`${project.home}/sources/${uid}`);

  await project.ask("PUT", `sources/${uid}`, { is_disabled: true });
  // It is over 45 seconds after it was found last.
  const over = () => told().at(-1).data.over;
  await expect.poll(over, { timeout: 120_000 }).toMatchObject([{ subject: { id: uid, name: "orders queue" } }]);
  expect(told()).toHaveLength(3);
  await openPage(page, `${project.home}/settings/alerting`);
  await expect(page.getByText("Nothing is in trouble.")).toBeVisible();
});

test("a silence is set and ended by an operator, who changes no rule", async ({ browser, project }) => {
  const operator = await join(project, browser, "operator");
  await openPage(operator, `${project.home}/settings/alerting`);
  await expect(operator.getByRole("switch", { name: "A circuit breaker is open" })).toBeDisabled();
  await expect(operator.getByRole("button", { name: "Add route" })).toHaveCount(0);
  await operator.getByRole("button", { name: "Silence" }).click();
  await operator.getByRole("menuitem", { name: "An hour" }).click();
  await expect(operator.getByText(/^Silenced, ends/).first()).toBeVisible();
  await operator.getByRole("button", { name: "End the silence" }).click();
  await expect(operator.getByText(/^Silenced, ends/)).toHaveCount(0);
  await operator.close();
});

test("the owner is told of the installation along a route of its own", async ({ page, receiver, signIn }) => {
  await signIn();
  await openPage(page, "/installation/alerting");
  await page.getByRole("button", { name: "Add route" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To", { exact: true }).selectOption("Slack");
  await dialog.getByLabel("Name", { exact: true }).fill("Operations");
  await dialog.getByLabel("Webhook address").fill(`${receiver.url}/slack`);
  await dialog.getByLabel("Some rules").check();
  await dialog.getByLabel("Days cannot be exported").check();
  await dialog.getByRole("button", { name: "Add route" }).click();
  await expect(dialog).toBeHidden();
  const line = page.getByRole("listitem").filter({ hasText: "Operations" });
  await expect(line).toContainText("Slack · 1 rule");
  await line.getByRole("button", { name: "Change Operations" }).click();
  await expect(dialog.getByLabel("Webhook address")).toHaveValue("Stored, not shown");
  await page.keyboard.press("Escape");
  await line.getByRole("button", { name: "Delete Operations" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(line).toHaveCount(0);
});
