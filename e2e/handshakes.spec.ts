import { createHmac } from "node:crypto";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

const FIRST = "b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81";
const SECOND = "0a537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e8";
const TOKEN = "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl";

const EVENTS = JSON.stringify({ events: [{ action: "added", resource: { gid: "1", resource_type: "story" } }] });
const EVENT = JSON.stringify({ id: "e1", type: "page.created", entity: { id: "p1", type: "page" } });

const sign = (secret: string, body: string) => createHmac("sha256", secret).update(body).digest("hex");

async function post(url: string, headers: Record<string, string>, body = "") {
  return fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
}

async function reasonOf(answer: Response): Promise<[number, string | undefined]> {
  const { error } = (await answer.json()) as { error?: { reason: string } };
  return [answer.status, error?.reason];
}

test("a source of Asana is made without a secret, and takes what Asana hands over", async ({ page, project }) => {
  await openPage(page, `${project.home}/sources/new`);
  await page.getByLabel("Name", { exact: true }).fill("Tasks");
  const provider = page.getByRole("combobox", { name: "Provider" });
  await provider.fill("asana");
  await provider.press("Enter");
  await expect(page.getByLabel(/^Hook secret/)).toHaveValue("");
  await page.getByRole("button", { name: "Create source" }).click();

  await expect(page.getByText("Waiting for Asana")).toBeVisible();
  const [source] = (await project.ask<Page<Source>>("GET", "sources")).content;
  const url = source?.url ?? "";
  await expect(page.getByText("with this URL as its target")).toBeVisible();
  const shaken = await post(url, { "x-hook-secret": FIRST });
  expect([shaken.status, shaken.headers.get("x-hook-secret")]).toEqual([200, FIRST]);

  // It shows up by itself.
  const taken = page.getByRole("list", { name: "Secrets taken" }).getByRole("listitem");
  await expect(taken).toHaveCount(1);
  await expect(page.getByText("Closed: a further secret is refused.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show the token" })).toBeHidden();
  expect((await post(url, { "x-hook-signature": sign(FIRST, EVENTS) }, EVENTS)).status).toBe(200);
  await expect(page.getByRole("link", { name: "story.added" })).toBeVisible();
  expect(await reasonOf(await post(url, { "x-hook-secret": SECOND }))).toEqual([401, "handshake_closed"]);

  await page.getByRole("button", { name: "Open again for 15 minutes" }).click();
  await expect(page.getByText("Waiting for Asana")).toBeVisible();
  expect((await post(url, { "x-hook-secret": SECOND })).status).toBe(200);
  await expect(taken).toHaveCount(2);
  for (const secret of [FIRST, SECOND]) {
    expect((await post(url, { "x-hook-signature": sign(secret, EVENTS) }, EVENTS)).status).toBe(200);
  }
  await taken.last().getByRole("button", { name: "Forget" }).click();
  await page.getByRole("button", { name: "Forget it" }).click();
  await expect(taken).toHaveCount(1);
  await expect
    .poll(async () => (await post(url, { "x-hook-signature": sign(FIRST, EVENTS) }, EVENTS)).status)
    .toBe(401);
  expect(await page.content()).not.toContain(SECOND);
});

test("the token of Notion is shown until it is hidden, and a stranger's is refused", async ({ page, project }) => {
  const source = await project.makeSource({ name: "Wiki", provider: "notion" });
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByRole("button", { name: "Stop waiting" }).click();
  await expect(page.getByText("No secret was taken")).toBeVisible();
  const token = JSON.stringify({ verification_token: TOKEN });
  expect(await reasonOf(await post(source.url, {}, token))).toEqual([401, "handshake_closed"]);
  await page.getByRole("button", { name: "Open again for 15 minutes" }).click();
  await expect(page.getByText("Waiting for Notion")).toBeVisible();
  expect((await post(source.url, {}, token)).status).toBe(200);

  await page.getByRole("button", { name: "Show the token" }).click();
  await expect(page.getByText(TOKEN)).toBeVisible();
  await page.getByRole("button", { name: "Done, hide it" }).click();
  await expect(page.getByText(TOKEN)).toBeHidden();
  await expect(page.getByRole("button", { name: "Show the token" })).toBeHidden();
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await expect(page.getByText("Secret taken")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show the token" })).toBeHidden();
  expect(await page.content()).not.toContain(TOKEN);

  const signature = `sha256=${sign(TOKEN, EVENT)}`;
  expect((await post(source.url, { "x-notion-signature": signature }, EVENT)).status).toBe(200);
  await expect(page.getByRole("link", { name: "page.created" })).toBeVisible();
});

test("a source of Plaid takes an account and its environment, and keeps both secret", async ({ page, project }) => {
  await openPage(page, `${project.home}/sources/new`);
  await page.getByLabel("Name", { exact: true }).fill("Banks");
  const provider = page.getByRole("combobox", { name: "Provider" });
  await provider.fill("plaid");
  await provider.press("Enter");
  await page.getByLabel("Environment").selectOption("sandbox");
  await page.getByLabel("Secret", { exact: true }).fill("a1b2c3d4e5f60718");
  await page.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByLabel("Client ID", { exact: true })).toHaveAccessibleDescription(/without blanks/);
  await page.getByLabel("Client ID", { exact: true }).fill("5e2a7f9c1b3d4e5f");
  await page.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByText("Waiting for the first event…")).toBeVisible();

  const [source] = (await project.ask<Page<Source>>("GET", "sources")).content;
  const shown = { secret: "[REDACTED]", client_id: "[REDACTED]", environment: "sandbox" };
  expect(source?.verifier).toEqual({ type: "provider", provider: shown });
  await page.getByLabel("Environment").selectOption("production");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  expect(await project.ask("GET", `sources/${source?.uid}`)).toMatchObject({
    verifier: { provider: { ...shown, environment: "production" } },
  });
  expect(await page.content()).not.toContain("5e2a7f9c1b3d4e5f");
  const refused = await post(source?.url ?? "", { "plaid-verification": "none" }, "{}");
  expect(await reasonOf(refused)).toEqual([401, "wrong_encoding"]);
});
