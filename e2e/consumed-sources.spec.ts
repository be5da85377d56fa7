import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import { createProject } from "@/e2e/support/project";
import { PostgresServer } from "@/lib/feeds/change-stream/postgres-server.fixture";
import { REDACTED } from "@/lib/kernel/vocabulary";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

/** An API with a list of orders, behind a token. */
async function startApi(token: string) {
  const orders: { id: number; kind: string }[] = [];
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end("{}");
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ data: { items: orders } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`,
    orders,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("a polled API is tested first, and its items arrive", async ({ page, project, receiver }) => {
  const api = await startApi("the token");
  await project.makeEndpoint({ url: receiver.url });
  await openPage(page, `${project.home}/sources/new`);
  await page.getByLabel("Polled API").check();
  await page.getByLabel("Name", { exact: true }).fill("orders of the shop");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Mend the fields that are marked, then test again.")).toBeVisible();
  await page.getByLabel("URL", { exact: true }).fill(api.url);
  await page.getByLabel("Interval", { exact: true }).fill("1");
  await page.getByLabel("Authentication").selectOption("bearer");
  await page.getByLabel("Token", { exact: true }).fill("another token");
  await page.getByLabel("Path of the items").fill("data.items");
  await page.getByLabel("Path of an item's id").fill("id");
  await page.getByLabel("Event type").selectOption("path");
  await page.getByLabel("Path of the type").fill("kind");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "(failed)" })).toContainText("401");
  await page.getByLabel("Token", { exact: true }).fill("the token");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Answer (well)" })).toBeVisible();
  await page.getByRole("button", { name: "Create source" }).click();

  await expect(page.getByText("Waiting for the first event…")).toBeVisible();
  await expect(page.getByText("No subscription takes its events")).toBeVisible();
  await expect(page.getByText("Next poll")).toBeVisible();
  api.orders.push({ id: 1, kind: "order.created" });
  await expect(page.getByText("Events arrive.")).toBeVisible();
  await expect(page.getByRole("link", { name: "order.created" })).toBeVisible();
  await expect(page.getByLabel("Token", { exact: true })).toHaveValue("Stored, not shown");

  await page.getByLabel("Interval", { exact: true }).fill("30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  const [source] = (await project.ask<Page<Source>>("GET", "sources")).content;
  expect(source?.rest_api).toMatchObject({
    interval_seconds: 30,
    auth: { type: "bearer", bearer: { token: REDACTED } },
    event_type_path: "kind",
  });
  await openPage(page, `${project.home}/sources`);
  await expect(page.getByRole("row", { name: /orders of the shop/ })).toContainText("Connected");
  await api.close();
});

test("a followed database reports what it lacks, its changes arrive, and nothing is left there", async ({
  page,
  copy,
  project,
}) => {
  const shop = await PostgresServer.open();
  await shop.ask("create table orders (id int primary key, state text); create table logs (line text)");
  const outgoing = await createProject(page.request, copy.url, "outgoing");
  expect(outgoing.id).not.toBe(project.id);
  await openPage(page, `${outgoing.home}/sources/new`);
  await page.getByLabel("PostgreSQL changes").check();
  await page.getByLabel("Name", { exact: true }).fill("shop database");
  await page.getByLabel("Host", { exact: true }).fill(shop.login.host);
  await page.getByLabel("Port", { exact: true }).fill(String(shop.port));
  await page.getByLabel("Database", { exact: true }).fill(shop.login.database);
  await page.getByLabel("User", { exact: true }).fill(shop.login.user);
  await page.getByLabel("Password", { exact: true }).fill(shop.login.password);
  await page.getByLabel("Tables", { exact: true }).fill("public.orders\npublic.logs");
  const check = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(check("TLS (failed)")).toContainText("does not speak TLS");
  await page.getByLabel("TLS", { exact: true }).selectOption("disable");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(check("Publication (failed)")).toContainText("public.logs has no primary key");
  await page.getByLabel("Tables", { exact: true }).fill("public.orders");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(check("Rights (well)")).toBeVisible();
  await page.getByRole("button", { name: "Create source" }).click();

  await expect(page.getByText("Connected since")).toBeVisible();
  await shop.ask("insert into orders values (1, 'new')");
  await expect(page.getByRole("link", { name: "public.orders.insert" })).toBeVisible();
  await expect(page.getByText("Waiting there")).toBeVisible();

  await shop.stop();
  await expect(page.getByText("Retrying")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  const notice = page.getByText("A replication slot of shop database, which was deleted, is still to be dropped");
  await expect(notice).toBeVisible();
  await shop.start();
  await expect(notice).toBeHidden();
  expect((await shop.ask("select 1 from pg_replication_slots")).rowCount).toBe(0);
  await shop.close();
});
