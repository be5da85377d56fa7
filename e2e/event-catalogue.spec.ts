import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage, reloadPage } from "@/e2e/support/open-page";
import { createProject } from "@/e2e/support/project";

const PHONE = { width: 390, height: 844 };
const SCHEMA = {
  type: "object",
  required: ["id", "status"],
  properties: { id: { type: "integer", description: "The invoice." }, status: { enum: ["paid", "pending"] } },
};
const { status: _status, ...WITHOUT_STATUS } = SCHEMA.properties;

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("an event type changes in versions, and a change that would break receivers is named before it is saved", async ({
  page,
  copy,
  project,
}) => {
  const outgoing = await createProject(page.request, copy.url, "outgoing");
  expect(outgoing.id).not.toBe(project.id);
  await openPage(page, `${outgoing.home}/event-types/new`);
  await page.getByLabel("Name").fill("invoice.paid");
  await page.getByLabel("Description").fill("An invoice was paid in full.");
  await page.getByLabel("JSON Schema").fill(JSON.stringify(SCHEMA));
  const example = page.getByLabel("Example", { exact: true });
  await example.fill('{"id": "x"}');
  await page.getByRole("button", { name: "Create event type" }).click();
  await expect(example).toHaveAccessibleDescription(/id: .*integer/);
  await example.fill('{"id": 42, "status": "paid"}');
  await page.getByRole("button", { name: "Create event type" }).click();
  await expect(page.getByRole("heading", { name: "invoice.paid" })).toBeVisible();

  const schema = page.getByLabel("JSON Schema");
  const wider = { ...SCHEMA, properties: { ...SCHEMA.properties, paid_at: { type: "string" } } };
  await schema.fill(JSON.stringify(wider));
  await page.getByLabel("Note about this change").fill("Tells when.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Versions (2)" })).toBeVisible();

  await schema.fill(JSON.stringify({ ...SCHEMA, required: ["id"], properties: WITHOUT_STATUS }));
  await example.fill('{"id": 42}');
  await page.getByRole("button", { name: "Save changes" }).click();
  const question = page.getByRole("alertdialog", { name: "Break receivers of invoice.paid?" });
  await expect(question).toContainText("data.status was removed");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Nothing was saved: the change would break receivers.")).toBeVisible();
  const stored = async () => (await outgoing.ask<{ content: { version: number }[] }>("GET", "event-types")).content[0];
  expect((await stored())?.version).toBe(2);
  await page.getByRole("button", { name: "Save changes" }).click();
  await question.getByRole("button", { name: "Save all the same" }).click();

  await page.getByRole("button", { name: "Versions (3)" }).click();
  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions.getByRole("listitem").first()).toContainText(/Version 3.*Present.*Breaking/);
  await expect(versions).toContainText("Tells when.");
  await versions.getByRole("button", { name: "What version 2 changed" }).click();
  await expect(versions).toContainText("data.paid_at was added, optional");
  await reloadPage(page);
  await expect(page.getByRole("button", { name: "Versions (3)" })).toBeVisible();
});

test("the catalogue shows public event types to anybody while it is switched on", async ({
  page,
  copy,
  project,
  browser,
}) => {
  const outgoing = await createProject(page.request, copy.url, "outgoing");
  expect(outgoing.id).not.toBe(project.id);
  const define = (name: string, more: object = {}) =>
    outgoing.ask<{ uid: string }>("POST", "event-types", { name, ...more });
  const paid = await define("invoice.paid", {
    category: "Billing",
    description: "An invoice was paid in full.",
    json_schema: SCHEMA,
    example: { id: 42, status: "paid" },
  });
  await define("customer.created", { category: "Customers" });
  const internal = await define("internal.audit");

  await openPage(page, `${outgoing.home}/event-types`);
  await page.getByRole("link", { name: "Catalogue", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Event catalogue" })).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Show all" }).click();
  await expect(page.getByText("3 of 3 are shown.")).toBeVisible();
  await outgoing.ask("PUT", `event-types/${internal.uid}`, { is_public: false });
  await page.getByLabel("Show the catalogue").click();
  await page.getByLabel("Title").fill("Acme events");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("link", { name: "Open" })).toBeVisible();
  const address = (await page.getByRole("link", { name: "Open" }).getAttribute("href")) ?? "";
  expect(address).toMatch(/^\/catalogue\/[0-9a-f]{32}$/);

  const properties = { ...SCHEMA.properties, status: { enum: ["paid"] }, amount: { type: "number", minimum: 0 } };
  const change = { json_schema: { ...SCHEMA, properties }, note: "Amounts are told." };
  await outgoing.ask("PUT", `event-types/${paid.uid}`, change);
  await visit(browser, copy.url + address);

  await page.getByLabel("Show the catalogue").click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. The catalogue is off.")).toBeVisible();
  for (const path of [address, `${address}.json`, `${address}?type=invoice.paid`]) {
    expect((await fetch(copy.url + path)).status).toBe(404);
  }
});

/** Reads the catalogue as a customer does: on the phone, in the dark, without a session. */
async function visit(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, colorScheme: "dark", reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => problems.push(message.text()));
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  expect((await page.goto(address))?.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "Acme events" })).toBeVisible();
  await expect(page.getByText("internal.audit")).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel("Search event types").fill("invoice");
  await expect(page.getByRole("link", { name: /customer\.created/ })).toBeHidden();
  await expect(page.getByText("1 of 2")).toBeVisible();
  await page.getByRole("link", { name: /invoice\.paid/ }).click();

  await expect(page.getByRole("heading", { name: "invoice.paid", level: 1 })).toBeVisible();
  await expect(page.getByRole("row", { name: /amount/ })).toContainText("minimum 0");
  await expect(page.getByText("Amounts are told.")).toBeVisible();
  await expect(page.getByText('data.status no longer allows "pending"')).toBeVisible();
  await page.getByRole("button", { name: "Copy: Body of a delivery" }).click();
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({ id: 42, status: "paid" });
  await page.getByText("JSON Schema", { exact: true }).click();
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("navigation", { name: "Event types" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const document = await (await context.request.get(`${address}.json`)).json();
  expect([document.openapi, document.info.title, Object.keys(document.webhooks)]).toEqual([
    "3.1.0",
    "Acme events",
    ["customer.created", "invoice.paid"],
  ]);
  expect([problems, scripts]).toEqual([[], []]);
  await context.close();
}

/** What hinders people: axe's serious or critical findings, and horizontal scrolling. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  return scrollWidth > clientWidth ? [...found, `it is ${scrollWidth} wide`] : found;
}
