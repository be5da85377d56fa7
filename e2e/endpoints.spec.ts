import { Webhook } from "standardwebhooks";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { Received } from "@/e2e/support/receiver";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

test("a paused endpoint holds its deliveries, and drains them once it is resumed", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "warehouse" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Pause deliveries" }).click();
  await expect(page.getByRole("button", { name: "Resume deliveries" })).toBeVisible();

  const ids = await Promise.all([1, 2, 3].map((id) => project.send(source, { type: `order.n${id}` })));
  await openPage(page, `${project.home}/deliveries`);
  await expect(page.getByRole("cell", { name: "once resumed" })).toHaveCount(3);
  await expect(page.getByRole("cell", { name: "Held", exact: true })).toHaveCount(3);
  expect(receiver.received).toHaveLength(0);

  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Resume deliveries" }).click();
  await expect(page.getByRole("button", { name: "Pause deliveries" })).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(3);
  await openPage(page, `${project.home}/deliveries`);
  await expect(page.getByRole("cell", { name: "Success", exact: true })).toHaveCount(3);
  const delivered = await project.listDeliveries("Success");
  expect(delivered.map(({ event_id }) => event_id).sort()).toEqual(ids.sort());
  expect(delivered.map(({ metadata }) => metadata.num_trials)).toEqual([1, 1, 1]);
});

test("an endpoint's page leads from its health to its deliveries and its settings by address, and holds typed text", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "warehouse" });
  const other = await project.makeEndpoint({ name: "other", url: receiver.url });
  await project.subscribe({ source, endpoint: other });
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(2);

  const address = `${project.home}/endpoints/${endpoint.uid}`;
  await openPage(page, address);
  const tabs = page.getByRole("navigation", { name: "Endpoint", exact: true });
  await expect(page.getByRole("heading", { name: "Attempts" })).toBeVisible();
  await tabs.getByRole("link", { name: "Deliveries" }).click();
  await expect(page).toHaveURL(`${address}?tab=deliveries`);
  const row = page.getByRole("row", { name: /order\.created/ });
  await expect(row).toHaveCount(1);
  await row.getByRole("link", { name: "order.created" }).click();
  await expect(page.getByRole("region", { name: "Delivery", exact: true })).toContainText("warehouse");
  await expect(page).toHaveURL(/\?tab=deliveries&delivery=[0-9a-f-]{36}$/);
  await openPage(page, page.url());
  await expect(page.getByRole("region", { name: "Delivery", exact: true })).toContainText("warehouse");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${address}?tab=deliveries`);

  await tabs.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Description").fill("half typed");
  await tabs.getByRole("link", { name: "Health" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(address);
  await expect(tabs.getByRole("link", { name: "Health" })).toHaveAttribute("aria-current", "page");
});

test("a secret is shown on request and rotated while the old one still signs, then ended", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  const secrets = page.locator("section", { hasText: "Signing secrets" }).getByRole("listitem");
  await expect(secrets).toHaveCount(1);
  await expect(secrets).not.toContainText(endpoint.secrets[0]?.value ?? "");
  await secrets.getByRole("button", { name: "Show the secret" }).click();
  const first = endpoint.secrets[0]?.value ?? "";
  await expect(secrets.locator("code")).toHaveText(first);

  const rotate = async (overlap: string) => {
    await page.getByRole("button", { name: "Rotate secret" }).click();
    const dialog = page.getByRole("dialog", { name: `Rotate the secret of ${endpoint.name}` });
    await dialog.getByLabel("The older secrets go on for").selectOption({ label: overlap });
    await dialog.getByRole("button", { name: "Rotate secret" }).click();
    await expect(dialog).toBeHidden();
  };
  const deliver = async () => {
    const count = receiver.received.length;
    await project.send(source, { type: "order.created" });
    await expect.poll(() => receiver.received.length).toBe(count + 1);
    return receiver.received[count] as Received;
  };

  await rotate("1 hour");
  await expect(secrets).toHaveCount(2);
  await secrets.first().getByRole("button", { name: "Show the secret" }).click();
  await expect(secrets.first().locator("code")).toHaveText(/^whsec_\S{40,}$/);
  const second = (await secrets.first().locator("code").textContent()) ?? "";
  const both = await deliver();
  verify(both, first);
  verify(both, second);

  await rotate("End it now");
  await expect(secrets).toHaveCount(1);
  const third = (await project.ask<typeof endpoint>("GET", `endpoints/${endpoint.uid}`)).secrets[0]?.value ?? "";
  const last = await deliver();
  verify(last, third);
  expect(() => verify(last, first)).toThrow();
  expect(() => verify(last, second)).toThrow();
});

test("deactivating asks first; later deliveries are discarded and can be resent", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  const question = page.getByRole("alertdialog", { name: "Deactivate orders?" });
  await expect(question).toContainText("will become Discarded");
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByRole("button", { name: "Activate" })).toBeVisible();

  await project.send(source, { type: "order.created" });
  await openPage(page, `${project.home}/deliveries`);
  const row = page.getByRole("row", { name: /order\.created/ });
  await expect(row.getByText("Discarded", { exact: true })).toBeVisible();
  await row.hover();
  await row.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Not resent")).toBeVisible();
  expect(receiver.received).toHaveLength(0);

  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Activate" }).click();
  await expect(page.getByRole("button", { name: "Pause deliveries" })).toBeVisible();
  await openPage(page, `${project.home}/deliveries`);
  await row.hover();
  await row.getByRole("button", { name: "Resend" }).click();
  await expect(row.getByText("Success", { exact: true })).toBeVisible();
  expect(receiver.received).toHaveLength(1);
});

test("credentials are required again if the URL leads to another server, and a chat's address is never shown", async ({
  page,
  project,
}) => {
  const authentication = { type: "basic_auth" as const, basic_auth: { username: "ada", password: "the stored one" } };
  const chat_webhook_url = "http://127.0.0.1:9/services/T0/B0/secret";
  const endpoint = await project.makeEndpoint({ url: "http://127.0.0.1:9/hook", authentication, chat_webhook_url });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  const password = page.getByLabel("Password", { exact: true });
  await expect(page.getByLabel("Chat webhook")).toHaveValue("Stored, not shown");
  await expect(password).toHaveValue("Stored, not shown");
  await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/other");
  await expect(password).toHaveAccessibleDescription("");
  await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:10/hook");
  await expect(password).toHaveAccessibleDescription(/leads to another server: replace the stored one/);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(password).toHaveAccessibleDescription(/Give it again/);
  const read = () => project.ask<Endpoint>("GET", `endpoints/${endpoint.uid}`);
  expect((await read()).url).toBe("http://127.0.0.1:9/hook");

  const field = page.locator("section", { hasText: "Sent along with each delivery" });
  await field.getByRole("button", { name: "Replace" }).click();
  await password.fill("given again");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await expect(password).toHaveValue("Stored, not shown");
  expect(await read()).toMatchObject({ url: "http://127.0.0.1:10/hook", chat_webhook_url });
});

test("deleting asks first, and a deleted endpoint says so", async ({ page, project, receiver }) => {
  const { endpoint } = await project.makeRoute(receiver.url);
  const address = `${project.home}/endpoints/${endpoint.uid}`;
  await openPage(page, address);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog", { name: "Delete orders?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(`${project.home}/endpoints`);
  await expect(page.getByRole("heading", { name: "No endpoint yet" })).toBeVisible();
  await openPage(page, address);
  await expect(page.getByRole("heading", { name: "This endpoint is not there" })).toBeVisible();
});

/** Verifies as a receiver does, with the official library. Throws if no signature is of this secret. */
function verify({ body, headers }: Received, secret: string): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}
