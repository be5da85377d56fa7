import { expect, test } from "@/e2e/support/fixtures";
import { githubWebhook } from "@/e2e/support/github";
import { openPage, reloadPage } from "@/e2e/support/open-page";
import { REDACTED } from "@/lib/kernel/vocabulary";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

test("errors that only the server can find are shown beside their fields, and typed text stays", async ({
  page,
  project,
}) => {
  await openPage(page, `${project.home}/endpoints/new`);
  await page.getByLabel("Name", { exact: true }).fill("metadata");
  const url = page.getByLabel("URL", { exact: true });
  await url.fill("http://169.254.169.254/latest");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(url).toHaveAttribute("aria-invalid", "true");
  await expect(url).toHaveAccessibleDescription(/not allowed|private|refused/i);
  await expect(url).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("metadata");

  await url.fill("http://127.0.0.1:9/hook");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(page.getByRole("heading", { name: /^metadata/ })).toBeVisible();
});

test("a form validates before it sends, and every wrong field says what to do", async ({ page, project }) => {
  await openPage(page, `${project.home}/endpoints/new`);
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/Give it a name/);
  await expect(page.getByLabel("URL", { exact: true })).toHaveAccessibleDescription(/Give a full http/);
});

test("a taken name is reported, and a refused form can be sent again", async ({ page, project }) => {
  await openPage(page, "/projects/new");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill(project.name);
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByText("A project has this name already.")).toBeVisible();
  await name.fill(`${project.name} two`);
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
});

test("typed text is not lost without a question", async ({ page, project }) => {
  const source = await project.makeSource({ name: "before" });
  const address = `${project.home}/sources/${source.uid}`;
  await openPage(page, address);
  const name = page.getByLabel("Name", { exact: true });
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const leave = () => page.getByRole("link", { name: "Endpoints", exact: true }).click();

  await name.fill("after");
  await leave();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page).toHaveURL(address);
  await expect(name).toHaveValue("after");

  await page.getByRole("heading", { name: "before", level: 1 }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await question.getByRole("button", { name: "Stay" }).click();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Endpoints");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(name).toHaveValue("after");

  const closing = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await closing;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(name).toHaveValue("before");
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await name.fill("after");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "after", level: 1 })).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await name.fill("lost");
  await leave();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(`${project.home}/endpoints`);
  await expect(page.getByRole("heading", { name: "No endpoint yet" })).toBeVisible();
});

test("a sender's secret is never shown again, stays when other settings change, and is replaced on request", async ({
  page,
  project,
}) => {
  await openPage(page, `${project.home}/sources/new`);
  await page.getByLabel("Name", { exact: true }).fill("GitHub");
  await page.getByLabel("Provider", { exact: true }).fill("GitHub");
  await page.getByRole("option", { name: "GitHub" }).click();
  await page.getByLabel("Secret", { exact: true }).fill("the first secret");
  await page.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByLabel("Secret", { exact: true })).toHaveValue("Stored, not shown");
  const [source] = (await project.ask<Page<Source>>("GET", "sources")).content;
  const post = async (secret: string) =>
    (await fetch(source?.url ?? "", { method: "POST", ...githubWebhook("push", secret) })).status;
  expect(await post("the first secret")).toBe(200);

  await page.getByLabel("Name", { exact: true }).fill("GitHub, all");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "GitHub, all", level: 1 })).toBeVisible();
  expect(await post("the first secret")).toBe(200);
  expect(await page.content()).not.toContain("the first secret");

  await page.getByRole("button", { name: "Replace" }).click();
  await page.getByRole("button", { name: "Keep the stored one" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await page.getByRole("button", { name: "Replace" }).click();
  await page.getByLabel("Secret", { exact: true }).fill("the second secret");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Secret", { exact: true })).toHaveValue("Stored, not shown");
  await expect.poll(() => post("the second secret")).toBe(200);
  expect(await post("the first secret")).toBe(401);
});

test("an endpoint asks a token endpoint for its tokens, with a secret that is not shown again", async ({
  page,
  project,
}) => {
  await openPage(page, `${project.home}/endpoints/new`);
  await page.getByLabel("Name", { exact: true }).fill("erp");
  await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/hook");
  await page.getByLabel("Authentication", { exact: true }).selectOption("oauth2");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(page.getByLabel("Token URL")).toHaveAccessibleDescription(/Give a full http/);
  await page.getByLabel("Token URL").fill("http://127.0.0.1:9/token");
  await page.getByLabel("Client id").fill("hookyard");
  await page.getByLabel("Client secret").fill("the client's secret");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(page.getByLabel("Client secret")).toHaveValue("Stored, not shown");
  await page.getByLabel("Scope").fill("hooks write");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  const [endpoint] = (await project.ask<Page<Endpoint>>("GET", "endpoints")).content;
  expect(endpoint?.authentication).toEqual({
    type: "oauth2",
    oauth2: { url: "http://127.0.0.1:9/token", client_id: "hookyard", client_secret: REDACTED, scope: "hooks write" },
  });
});

test("an API key is shown once, works, and stops working when it is revoked", async ({ page, copy, project }) => {
  await openPage(page, `${project.home}/settings/api-keys`);
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("checkout");
  await dialog.getByRole("radio", { name: "Viewer" }).check();
  await dialog.getByRole("button", { name: "Create API key" }).click();
  await expect(dialog.getByRole("heading", { name: "Copy the key now" })).toBeVisible();
  const shown = dialog.getByRole("code").filter({ hasText: /^hy_[\w-]{12}_[\w-]{43}$/ });
  const key = (await shown.textContent()) ?? "";
  const ask = async (method: string) => {
    const url = `${copy.url}/v1/projects/${project.id}/endpoints`;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return (await fetch(url, { method, headers, ...(method === "POST" && { body: "{}" }) })).status;
  };
  expect(await ask("GET")).toBe(200);
  expect(await ask("POST")).toBe(403);

  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /checkout/ });
  await expect(row).toContainText(key.slice(0, 15));
  await reloadPage(page);
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(key.slice(16));

  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog", { name: "Revoke checkout?" }).getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  expect(await ask("GET")).toBe(401);
});

test("settings are stored, and the secret of meta events is never shown", async ({ page, project, receiver }) => {
  await openPage(page, `${project.home}/settings`);
  await page.getByLabel("Attempts", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Attempts", { exact: true })).toHaveAccessibleDescription(/At least one attempt/);
  await page.getByLabel("Attempts", { exact: true }).fill("3");
  await expect(page.getByText("3 attempts within 30 s. The waits, each ±10 %: 10 s, 20 s.")).toBeVisible();
  await page.getByRole("switch", { name: "Record and send meta events" }).click();
  await page.getByLabel("URL", { exact: true }).fill(receiver.url);
  await page.getByLabel("Secret", { exact: true }).fill("a secret of meta events");
  await page.getByRole("checkbox", { name: "source.created" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await reloadPage(page);
  await expect(page.getByLabel("Attempts", { exact: true })).toHaveValue("3");
  await expect(page.getByLabel("Secret", { exact: true })).toHaveValue("Stored, not shown");
  expect(await page.content()).not.toContain("a secret of meta events");
  await project.makeSource();
  const told = await receiver.waitFor(() => true);
  expect(JSON.parse(told.body.toString())).toMatchObject({ event_type: "source.created" });
});

test("the headers for receivers are set with the project, and no header twice", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/settings`);
  const header = page.getByLabel("Event id header");
  await header.fill("X-Hookyard-Signature");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("This is the name of the signature header already.")).toBeVisible();
  await header.fill("");
  await page.getByLabel("Event type header").fill("X-Kind");
  await page.getByLabel("Body").selectOption({ label: "Standard Webhooks: {type, timestamp, data}" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await project.send(source, { type: "order.created", total: 3 });
  const { headers, body } = await receiver.waitFor(() => true);
  expect(headers).toMatchObject({ "x-kind": "order.created", "webhook-attempt": "1" });
  expect(headers).not.toHaveProperty("webhook-event-id");
  expect(JSON.parse(body.toString())).toMatchObject({ type: "order.created", data: { total: 3 } });
});

test("an error takes the place of the hint that says the same, and leaves other help", async ({ page, project }) => {
  const password = page.getByLabel("New password", { exact: true });
  await openPage(page, "/account");
  await expect(password).toHaveAccessibleDescription(/^At least 8 characters\./);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(password).toHaveAccessibleDescription("Use at least 8 characters.");

  await openPage(page, `${project.home}/subscriptions/new`);
  const types = page.getByLabel("Event types", { exact: true });
  await types.fill("in*voice");
  await page.getByRole("button", { name: "Create subscription" }).click();
  await expect(types).toHaveAccessibleDescription('"*" stands alone or ends a dotted prefix, as in "invoice.*".');

  await openPage(page, `${project.home}/endpoints/new`);
  const key = page.getByLabel("Ordering key", { exact: true });
  await key.fill("a..b");
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(key).toHaveAccessibleDescription(
    "Give a dotted path into the payload, such as customer.id. Deliveries with the same value there are sent one after another; the others do not wait.",
  );
});
