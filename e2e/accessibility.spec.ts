import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { listAddresses, seedProject } from "@/e2e/support/seed-project";

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

// Colours in transition have the contrast of neither state.
test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: DESK });

let receiver: Receiver;
let home: string;
let invitation: string;
let addresses: string[];

test.beforeAll(async ({ playwright, copy, ownerCookies }) => {
  const request = await playwright.request.newContext({ storageState: { cookies: ownerCookies, origins: [] } });
  receiver = await startReceiver();
  const project = await seedProject(request, copy.url, receiver);
  home = project.home;
  addresses = await listAddresses(project);
  const invited = await project.invite("ada@example.com", "admin");
  invitation = `/invite?token=${invited.token}`;
  await request.dispose();
});
test.afterAll(() => receiver.close());
test.beforeEach(({ context, ownerCookies }) => context.addCookies(ownerCookies));

test("every page is accessible: in light at the desk, in dark on the phone, where it fits the width", async ({
  page,
}) => {
  // Axe checks each of some fifty pages twice, which takes long.
  test.setTimeout(600_000);
  const found: string[] = [];
  for (const address of addresses) {
    await page.setViewportSize(DESK);
    await openPage(page, address);
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    found.push(...(await listProblems(page, address)));
  }
  expect(found).toEqual([]);
});

test("the pages before signing in are accessible, and so is the one for an unknown address", async ({
  page,
  context,
}) => {
  await context.clearCookies();
  const found: string[] = [];
  for (const address of ["/sign-in", "/setup", "/setup?token=cut-off", "/nothing", "/invite", invitation]) {
    await page.setViewportSize(DESK);
    await page.goto(address);
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    found.push(...(await listProblems(page, address)));
  }
  expect(found).toEqual([]);
});

test("the guides and the reference of the API are accessible", async ({ page }) => {
  const found: string[] = [];
  const operations = ["/docs", "/docs/listEvents", "/docs/createEndpoint", "/docs/resendEventDelivery"];
  // With steps, with code, with wide tables.
  const guides = ["", "/github", "/verify", "/finding", "/deploy", "/settings"].map((slug) => `/docs/guides${slug}`);
  for (const address of [...operations, ...guides]) {
    await page.setViewportSize(DESK);
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    found.push(...(await listProblems(page, address)));
  }
  expect(found).toEqual([]);
});

test("overlays of a page are accessible", async ({ page }) => {
  const found: string[] = [];
  const look = async (what: string) => {
    await page.setViewportSize(DESK);
    found.push(...(await listProblems(page, what)));
  };
  await openPage(page, `${home}/deliveries`);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await look("the shortcuts");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
  await look("the palette");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Status/ }).click();
  await expect(page.getByRole("dialog", { name: "Status" })).toBeVisible();
  await look("a filter");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Any time" }).click();
  await expect(page.getByRole("dialog", { name: "Date range" })).toBeVisible();
  await look("the dates");
  await page.keyboard.press("Escape");
  const bar = page.getByRole("combobox", { name: "Filters, or" });
  await bar.fill("status:");
  await bar.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Scheduled", selected: true })).toBeVisible();
  await look("the values of a typed filter");
  await bar.fill("colour:red");
  await bar.press("Enter");
  await expect(page.getByText("There is no filter colour.")).toBeVisible();
  await look("a typed filter that is none");
  await bar.fill("");
  await bar.press("Escape");
  await page.getByRole("button", { name: "Failure", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Failure" })).toBeVisible();
  await look("the failures");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByLabel("Attempts from").fill("x");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Give a whole number.")).toBeVisible();
  await look("more filters");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Account" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await look("the menu of the account");
  await page.keyboard.press("Escape");
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Open the navigation" }).click();
  await expect(page.getByRole("dialog", { name: "Navigation" })).toBeVisible();
  await look("the drawer");
  await openPage(page, `${home}/settings/api-keys`);
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByRole("dialog", { name: "Create API key" })).toBeVisible();
  await look("a form in a dialog");
  await page.keyboard.press("Escape");
  await openPage(page, `${home}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog", { name: "Invite to this project" })).toBeVisible();
  await look("the invitation");
  await page.keyboard.press("Escape");
  await openPage(page, `${home}/events`);
  await page.getByRole("button", { name: "Payload field" }).click();
  await page.getByRole("button", { name: "Add condition" }).click();
  await expect(page.getByText(/^Name the field/)).toBeVisible();
  await look("a condition on the payload");
  expect(found).toEqual([]);
});

test("the editors are accessible, with the results of a run", async ({ page }) => {
  const found: string[] = [];
  await openPage(page, `${home}/sources/new`);
  await page.getByRole("button", { name: "Add a part" }).click();
  await page.getByRole("button", { name: "Write a body function" }).click();
  const editor = page.getByRole("textbox", { name: "Body function" });
  await expect(editor.locator(".cm-line")).not.toHaveCount(0);
  await editor.fill("function transform(payload) {\n  console.log(payload.id);\n  return { ...payload, id: 7 };\n}");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText("It changes the payload.")).toBeVisible();
  await page.setViewportSize(DESK);
  found.push(...(await listProblems(page, "a function that works")));
  await editor.fill("function transform(payload) {\n  return payload.a.b;\n}");
  await page.getByLabel("Run on", { exact: true }).selectOption({ label: "The newest 20 events" });
  await page.getByRole("button", { name: "Run" }).click();
  await page
    .getByText(/failed/)
    .first()
    .click();
  await page.setViewportSize(DESK);
  found.push(...(await listProblems(page, "a function that fails")));
  await openPage(page, `${home}/subscriptions/new`);
  await page.getByRole("combobox", { name: "Try the filter on" }).selectOption({ label: "The newest 20 events" });
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByText(/events would be delivered/)).toBeVisible();
  await page.setViewportSize(DESK);
  found.push(...(await listProblems(page, "a filter over events")));
  await page.setViewportSize(DESK);
  await page.getByRole("combobox", { name: "Try the filter on" }).selectOption({ label: "A sample of my own" });
  await page
    .getByLabel("Filter", { exact: true })
    .fill('{"body": {"$or": [{"a": 1}, {"b": {"c": 2}}], "$exist": true}}');
  await page.getByRole("button", { name: "Header", exact: true }).click();
  await page.getByRole("button", { name: "Create subscription" }).click();
  await expect(page.getByText("Name the header.")).toBeVisible();
  await expect(page.getByText("The group fails").first()).toBeVisible();
  found.push(...(await listProblems(page, "a filter of rows")));
  expect(found).toEqual([]);
});

/**
 * Lists what hinders people: axe's serious or critical findings in both colours and widths, and horizontal scrolling.
 */
async function listProblems(page: Page, place: string): Promise<string[]> {
  const inLight = await listViolations(page, "light");
  await page.setViewportSize(PHONE);
  const inDark = await listViolations(page, "dark");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const scrolls = width > PHONE.width ? [`it is ${width} wide on the phone`] : [];
  return [...inLight, ...inDark, ...scrolls].map((problem) => `${place}: ${problem}`);
}

/** One line for each element. */
async function listViolations(page: Page, colours: "light" | "dark"): Promise<string[]> {
  await page.evaluate((name) => {
    document.documentElement.classList.remove("light", "dark");
    document.documentElement.classList.add(name);
  }, colours);
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${colours}, ${id}, ${help}: ${html}`));
}
