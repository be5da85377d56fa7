import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { join } from "@/e2e/support/join";
import { openPage } from "@/e2e/support/open-page";
import type { TestProject } from "@/e2e/support/project";
import type { Connection } from "@/lib/nouns/connections/schemas";

const PHONE = { width: 390, height: 844 };

test.use({ contextOptions: { reducedMotion: "reduce" } });

const guideOf = (page: Page) => page.getByRole("region", { name: "Guide" });

/** Opens a page and comes to it, which is when the guide is loaded. */
async function visit(page: Page, address: string): Promise<void> {
  await openPage(page, address);
  await page.mouse.move(3, 3);
}

/** What the browser keeps of guides. */
const remembered = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([name]) => name.startsWith("guide."))
      .map(([, state]) => state),
  );

const connect = (project: TestProject) =>
  project.ask<Connection>("POST", "connections", {
    source: { name: "shop", type: "http" },
    receiver: { name: "Receiver" },
  });

test("the guide stays over the pages, ticks by itself, ends with what to do next, and stays closed", async ({
  page,
  project,
  receiver,
}) => {
  const guide = guideOf(page);
  await visit(page, `${project.home}/settings`);
  await expect(guide).toContainText("0 of 5 · Connect a sender");
  const { source, endpoint } = await connect(project);
  await expect(guide).toContainText("1 of 5 · Send a first event");
  if (!source) throw new Error("There is no source.");
  await project.send(source, { type: "order.created" });
  await expect(guide).toContainText(/Delivered in \d.* ✓/);
  await expect(guide).toContainText("3 of 5 · Secure it with a secret");

  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Endpoints" }).click();
  await expect(page).toHaveURL(`${project.home}/endpoints`);
  await expect(guide).toContainText("3 of 5");
  await expect(guide.getByRole("link", { name: "Set a secret" })).toHaveAttribute(
    "href",
    `${project.home}/sources/${source.uid}`,
  );
  await project.ask("PUT", `sources/${source.uid}`, {
    verifier: { type: "api_key", api_key: { header_name: "X-Key", header_value: "of the shop" } },
  });
  await expect(guide).toContainText("4 of 5 · Deliver to a server of yours");
  await project.ask("PUT", `endpoints/${endpoint.uid}`, { url: receiver.url });
  await expect(guide).toContainText("5 of 5");
  await guide.getByRole("button", { name: "What next" }).click();
  await expect(guide.getByRole("link", { name: "Watch the deliveries" })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await guide.getByRole("button", { name: "Close the guide" }).click();
  await expect(guide).toHaveCount(0);
  expect(await remembered(page)).toEqual(["closed"]);
  // A key before the page is alive would be lost.
  await visit(page, page.url());
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(guide).toHaveCount(0);
});

test("on a phone the guide covers no control: what a page has is above it, and so are its bars", async ({
  page,
  project,
}) => {
  await page.setViewportSize(PHONE);
  await visit(page, `${project.home}/endpoints/new`);
  const guide = guideOf(page);
  await expect(guide).toContainText("First steps");
  const isAbove = async (control: Locator) => {
    await control.focus();
    await expect(control).toBeInViewport({ ratio: 1 });
    const [box, dock] = [await control.boundingBox(), await guide.boundingBox()];
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? Number.NaN);
  };
  for (const name of ["Create endpoint", "Cancel"]) await isAbove(page.getByRole("button", { name, exact: true }));
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await guide.getByRole("button", { name: "All steps" }).click();
  await expect(guide.getByText("Secure it with a secret")).toBeVisible();
  await isAbove(page.getByRole("button", { name: "Cancel", exact: true }));
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await guide.getByRole("button", { name: "All steps" }).click();

  await visit(page, `${project.home}/settings`);
  await page.getByLabel("Name", { exact: true }).fill("Another name");
  await expect(guide).toBeVisible();
  for (const name of ["Save changes", "Undo"]) await isAbove(page.getByRole("button", { name, exact: true }));
});

test("who needs no guide gets none: where events were delivered already, and where one may only look", async ({
  page,
  project,
  browser,
}) => {
  const viewer = await join(project, browser, "viewer");
  await visit(viewer, `${project.home}/endpoints`);
  await viewer.keyboard.press("?");
  await expect(viewer.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(guideOf(viewer)).toHaveCount(0);
  await viewer.context().close();

  const { source } = await connect(project);
  if (!source) throw new Error("There is no source.");
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  await openPage(page, `${project.home}/endpoints`);
  await page.mouse.move(3, 3);
  await expect.poll(() => remembered(page)).toEqual(["closed"]);
  await expect(guideOf(page)).toHaveCount(0);
});

test("the form of a project shows which way its events go, and says it to who does not see it", async ({
  page,
  project,
}) => {
  expect(project.home).toContain("/projects/");
  await openPage(page, "/projects/new");
  await expect(page.getByRole("radio", { name: "Incoming" })).toHaveAccessibleDescription(
    /Several senders post to Hookyard/,
  );
  const outgoing = page.getByRole("radio", { name: "Outgoing" });
  await expect(outgoing).toHaveAccessibleDescription(/posts them to several customers.*signing secret/);
  await expect(page.locator("label", { has: outgoing }).locator("svg")).toBeInViewport();
});
