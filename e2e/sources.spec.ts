import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "@/e2e/support/fixtures";
import { join } from "@/e2e/support/join";
import { openPage } from "@/e2e/support/open-page";
import { createProject } from "@/e2e/support/project";
import { REDACTED } from "@/lib/kernel/vocabulary";
import type { SourceHealth } from "@/lib/nouns/sources/health-schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

const run = promisify(execFile);

/** The public key of the first test vector of RFC 8032, 7.1. */
const DISCORD_KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

test("a new source shows its first event, sent by the command on the page", async ({ page, project, receiver }) => {
  await project.makeEndpoint({ url: receiver.url });
  await openPage(page, `${project.home}/sources/new`);
  await page.getByLabel("Name", { exact: true }).fill("tills");
  await page.getByLabel("Verifier").selectOption("hmac");
  await page.getByLabel("Header", { exact: true }).fill("X-Till-Signature");
  await page.getByLabel("Hash").selectOption("SHA3_512");
  await page.getByLabel("Encoding").selectOption("base64url");
  await page.getByLabel("Secret", { exact: true }).fill("a secret of the tills");
  await page.getByLabel("Only these headers").fill("X-Till\nX-Till-Signature");
  await page.getByRole("button", { name: "Create source" }).click();

  await expect(page.getByText("Waiting for the first event…")).toBeVisible();
  await page.getByText("Send a test event from the terminal").click();
  const command = (await page.locator("pre").filter({ hasText: "curl" }).textContent()) ?? "";
  expect(command).not.toContain("a secret of the tills");
  const sent = await run("sh", ["-c", command.replace("YOUR_SECRET", "another secret")]);
  expect(JSON.parse(sent.stdout)).toMatchObject({ status: false });
  await run("sh", ["-c", command.replace("YOUR_SECRET", "a secret of the tills")]);
  await expect(page.getByText("Events arrive.")).toBeVisible();
  await expect(page.getByRole("link", { name: "order.created" })).toBeVisible();
  expect(await project.countEvents()).toBe(1);

  const [source] = (await project.ask<Page<Source>>("GET", "sources")).content;
  expect(source).toMatchObject({
    verifier: { type: "hmac", hmac: { header: "X-Till-Signature", hash: "SHA3_512", encoding: "base64url" } },
    forward_headers: ["X-Till", "X-Till-Signature"],
  });
  await expect(page.getByText("No subscription takes its events")).toBeVisible();
  await page.getByRole("link", { name: "Create subscription" }).click();
  await expect(page.getByLabel("Source", { exact: true })).toHaveValue(source?.uid ?? "");
});

test("a provider is found by another name, with the keyboard alone, and says what it needs", async ({
  page,
  project,
}) => {
  await openPage(page, `${project.home}/sources/new`);
  await page.getByLabel("Name", { exact: true }).fill("Messages");
  const provider = page.getByRole("combobox", { name: "Provider" });
  await expect(provider).toHaveValue("Another sender");
  await provider.fill("instagram");
  await expect(page.getByRole("listbox", { name: "Providers" }).getByRole("option")).toHaveText(["Meta"]);
  await provider.press("Enter");
  await expect(provider).toHaveValue("Meta");
  await provider.fill("nobody is called so");
  await expect(page.getByText("No provider is called so.")).toBeVisible();
  await provider.press("Escape");
  await expect(provider).toHaveValue("Meta");
  await page.getByLabel("App secret", { exact: true }).fill("the app secret");
  await page.getByRole("button", { name: "Create source" }).click();
  await page.getByText("Set it up at Meta").click();

  const [source] = (await project.ask<Page<Source>>("GET", "sources")).content;
  const token = page.getByRole("listitem").filter({ hasText: "Verify token" }).getByRole("code");
  await expect(token).toHaveText(source?.mask_id ?? "");
  const asked = `hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${await token.textContent()}`;
  const answer = await fetch(`${source?.url}?${asked}`);
  expect([answer.status, await answer.text()]).toEqual([200, "1158201444"]);
  const refused = await fetch(source?.url ?? "", {
    method: "POST",
    body: "{}",
    headers: { "x-hub-signature-256": "sha256=00" },
  });
  expect([refused.status, (await refused.json()).error.reason]).toEqual([401, "wrong_encoding"]);
});

test("a provider's page says what to paste where", async ({ page, project }) => {
  const source = await project.makeSource({
    provider: "shopify",
    verifier: { type: "hmac", hmac: { secret: "the client secret" } },
  });
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByText("Set it up at Shopify").click();
  await expect(page.getByRole("listitem").filter({ hasText: source.url })).toBeVisible();
  await page.getByRole("button", { name: "Use X-Shopify-Webhook-Id" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect(await project.ask("GET", `sources/${source.uid}`)).toMatchObject({
    idempotency_keys: ["request.header.X-Shopify-Webhook-Id"],
  });
  await page.getByRole("button", { name: "Remove part 1" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect(await project.ask("GET", `sources/${source.uid}`)).toMatchObject({ idempotency_keys: [] });
});

test("a secret is rotated without a refused request, and the one before ends when it is told to", async ({
  page,
  project,
}) => {
  const hmac = { header: "X-Sig", hash: "SHA256" as const, encoding: "hex" as const, secret: "the first" };
  const source = await project.makeSource({ verifier: { type: "hmac", hmac } });
  const send = async (secret: string) => {
    const signature = createHmac("sha256", secret).update("{}").digest("hex");
    return (await fetch(source.url, { method: "POST", body: "{}", headers: { "x-sig": signature } })).status;
  };
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByLabel("Name", { exact: true }).fill("not saved yet");
  await page.getByRole("button", { name: "Rotate…" }).click();
  const dialog = page.getByRole("dialog", { name: "Rotate the secret" });
  await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
  await expect(dialog.getByLabel("New secret")).toHaveAccessibleDescription(/Give the new secret/);
  await dialog.getByLabel("New secret").fill("the second");
  await dialog.getByLabel("The present one goes on for").selectOption("1 hour");
  await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("The one before counts until")).toBeVisible();
  await expect(page.getByLabel("Secret", { exact: true })).toHaveValue("Stored, not shown");
  expect([await send("the first"), await send("the second"), await send("another")]).toEqual([200, 200, 401]);
  // The dialog's form is not the page's.
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  expect(await project.ask<Source>("GET", `sources/${source.uid}`)).toMatchObject({ name: "shop" });

  await page.getByRole("button", { name: "Rotate…" }).click();
  await dialog.getByLabel("New secret").fill("the third");
  await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
  await expect(dialog.getByText(/Two secrets are accepted/)).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "End it now" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End it now" }).click();
  await expect(page.getByText("The one before counts until")).toBeHidden();
  await expect.poll(() => send("the first")).toBe(401);
  expect(await send("the second")).toBe(200);
});

test("a sample of a provider's event is signed and sent from the page, as often as one likes", async ({
  page,
  project,
  receiver,
  browser,
}) => {
  const verifier = { type: "provider", provider: { secret: "whsec_of the shop" } } as const;
  const source = await project.makeSource({ provider: "stripe", verifier, idempotency_keys: ["request.body.id"] });
  await project.subscribe({ source, endpoint: await project.makeEndpoint({ url: receiver.url }) });
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByLabel("Sample event").selectOption("checkout.session.completed");
  for (const sent of [1, 2]) {
    await page.getByRole("button", { name: "Send a sample" }).click();
    await expect(page.getByText("Accepted:")).toBeVisible();
    await expect.poll(() => project.listDeliveries("Success")).toHaveLength(sent);
  }
  await expect(page.getByRole("link", { name: "checkout.session.completed" })).toBeVisible();

  await project.ask("PUT", `sources/${source.uid}`, { is_disabled: true });
  const answer = page.getByRole("status").filter({ hasText: "Refused with 403" });
  await expect(async () => {
    await page.getByRole("button", { name: "Send a sample" }).click();
    await expect(answer).toContainText("forbidden");
  }).toPass();
  await project.ask("PUT", `sources/${source.uid}`, { is_disabled: false });

  const operator = await join(project, browser, "operator");
  await openPage(operator, `${project.home}/sources/${source.uid}`);
  await expect(operator.getByText("Send a test event from the terminal")).toBeVisible();
  await expect(operator.getByRole("button", { name: "Send a sample" })).toHaveCount(0);
  await operator.context().close();
});

test("a page says why no sample of a provider with a private key can be sent", async ({ page, project }) => {
  const verifier = { type: "provider", provider: { secret: DISCORD_KEY } } as const;
  const source = await project.makeSource({ provider: "discord", verifier });
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await expect(page.getByText("Discord signs with a private key that nobody else has")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a sample" })).toHaveCount(0);
});

test("an outgoing project reads a message broker: its connection is tested step by step, its password is not shown again", async ({
  page,
  copy,
  project,
}) => {
  const outgoing = await createProject(page.request, copy.url, "outgoing");
  expect(project.id).not.toBe(outgoing.id);
  await openPage(page, `${outgoing.home}/sources/new`);
  await page.getByLabel("Message broker").check();
  await page.getByLabel("Name", { exact: true }).fill("orders queue");
  await page.getByLabel("Broker", { exact: true }).selectOption({ label: "AMQP 0-9-1 (RabbitMQ)" });
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Mend the fields that are marked, then test again.")).toBeVisible();
  await expect(page.getByLabel("Host", { exact: true })).toHaveAccessibleDescription(/Give a host name/);
  await page.getByLabel("Host", { exact: true }).fill("127.0.0.1");
  await page.getByLabel("Port", { exact: true }).fill("9");
  await page.getByLabel("Queue", { exact: true }).fill("orders");
  await page.getByLabel("User", { exact: true }).fill("hookyard");
  await page.getByLabel("Password", { exact: true }).fill("a password of the broker");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Connection (failed)" })).toBeVisible();

  await page.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Stored, not shown");
  await expect(page.getByText("Retrying")).toBeVisible();
  await page.getByLabel("Virtual host").fill("shop");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  const [source] = (await outgoing.ask<Page<Source>>("GET", "sources")).content;
  expect(source?.pub_sub).toEqual({
    type: "amqp",
    workers: 1,
    amqp: {
      schema: "amqp",
      host: "127.0.0.1",
      port: "9",
      vhost: "shop",
      queue: "orders",
      auth: { user: "hookyard", password: REDACTED },
    },
  });

  await page.getByLabel("Broker", { exact: true }).selectOption({ label: "Apache Kafka" });
  await page.getByLabel("Login").selectOption("scram");
  await expect(page.getByLabel("Hash of SCRAM")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Queue", { exact: true })).toHaveValue("orders");
});

test("the page of a source tells of its newest event by one reading, which all of the page follows", async ({
  page,
  project,
}) => {
  const source = await project.makeSource();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isForNewest =
      pathname.startsWith("/v1/") && pathname.endsWith("/events") && searchParams.get("perPage") === "1";
    if (isForNewest) asked.push(searchParams.get("endDate") ?? "any time");
  });
  await openPage(page, `${project.home}/sources/${source.uid}`);
  const arrival = page.locator("section", { has: page.getByRole("heading", { name: "Arrival" }) });
  await expect(arrival).toContainText("Waiting for the first event");
  for (const type of ["order.created", "order.paid"]) {
    await project.send(source, { type });
    await expect(arrival).toContainText(`The newest is ${type}`);
    const { last_event_at } = await project.ask<SourceHealth>("GET", `sources/${source.uid}/health`);
    await expect(arrival.locator("time")).toHaveAttribute("datetime", last_event_at ?? "never");
    expect(asked.at(-1)).toBe(last_event_at);
  }
  expect(asked, "an event is read once, when the health tells of it").toHaveLength(2);
});
