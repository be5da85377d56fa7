import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { join } from "@/e2e/support/join";
import { openPage } from "@/e2e/support/open-page";

const views = (page: Page) => page.getByRole("navigation", { name: "Views" });
const menu = (page: Page) => page.getByRole("dialog", { name: "Views" });

async function openMenu(page: Page) {
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await expect(menu(page)).toBeVisible();
  return menu(page);
}

test("an operator saves filters as a view, pins it with a live count, and a viewer opens it by its link", async ({
  page,
  browser,
  project,
  receiver,
}) => {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  receiver.answerWith(503);
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(1);

  await openPage(page, `${project.home}/deliveries?status=Retry&event_type=order.*`);
  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabel("Name").fill("Orders that wait");
  await dialog.getByLabel("Share with the project").click();
  await dialog.getByLabel("Pin above the list").click();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/[?&]view=[0-9a-f-]{36}/);
  const pinned = views(page).getByRole("link", { name: /^Orders that wait/ });
  await expect(pinned).toHaveAttribute("aria-current", "page");
  await expect(pinned).toHaveText("Orders that wait1");
  await expect(page.getByRole("button", { name: /^Save/ })).toBeHidden();

  await project.send(source, { type: "order.created" });
  await project.send(source, { type: "customer.created" });
  await expect(pinned).toHaveText("Orders that wait2");

  const link = page.url();
  const viewer = await join(project, browser, "viewer");
  await openPage(viewer, link);
  await expect(views(viewer).getByRole("link", { name: /^Orders that wait/ })).toHaveText("Orders that wait2");
  await expect(viewer.getByRole("table").getByRole("row")).toHaveCount(3);
  const rows = await openMenu(viewer);
  await expect(rows.getByRole("link", { name: "Orders that wait" })).toBeVisible();
  await expect(rows.getByRole("button", { name: "Delete Orders that wait" })).toHaveCount(0);

  // The viewer's page learns of what the operator does.
  await viewer.keyboard.press("Escape");
  await (await openMenu(page)).getByRole("button", { name: "Edit Orders that wait" }).click();
  await page.getByLabel("Name").fill("Orders in trouble");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(views(viewer).getByRole("link", { name: /^Orders in trouble/ })).toBeVisible();
  await viewer.close();
});

test("a person's own view is theirs alone: for others its link filters, and shows no view", async ({
  page,
  browser,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  for (const type of ["order.created", "customer.created"]) await project.send(source, { type });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(2);
  const viewer = await join(project, browser, "viewer");
  await openPage(viewer, `${project.home}/events?event_type=order.created`);
  await viewer.getByRole("button", { name: "Save view" }).click();
  await viewer.getByLabel("Name").fill("My orders");
  await expect(viewer.getByLabel("Share with the project")).toHaveCount(0);
  await viewer.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  await expect(views(viewer).getByRole("link", { name: "My orders" })).toHaveAttribute("aria-current", "page");

  await openPage(page, viewer.url());
  await expect(page.getByRole("table").locator("tbody").getByRole("row")).toHaveCount(1);
  await expect(views(page).getByRole("link")).toHaveText(["All"]);
  await viewer.close();
});

test("a view keeps the choice of columns and their order, and is changed, undone and deleted", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  await openPage(page, `${project.home}/deliveries`);
  const head = page.getByRole("columnheader");
  const usual = await head.allTextContents();

  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  await chooser.getByRole("checkbox", { name: "Latency" }).check();
  await chooser.getByRole("checkbox", { name: "Next attempt" }).uncheck();
  const sooner = chooser.getByRole("button", { name: "Move Latency to the left" });
  await sooner.click();
  await expect(sooner).toBeFocused();
  await expect(chooser.getByRole("checkbox", { name: "Event type" })).toBeDisabled();
  await page.keyboard.press("Escape");
  const chosen = ["", "Status", "Event type", "To", "State", "Attempts", "Latency", "Created", "Actions"];
  await expect(head).toHaveText(chosen);
  await expect(page.getByRole("table").getByRole("cell", { name: /^\d+\.\d{3}s$/ })).toBeVisible();

  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name").fill("Speed");
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  await expect(page).toHaveURL(/view=.*columns=/);
  await views(page).getByRole("link", { name: "All" }).click();
  await expect(head).toHaveText(usual);
  await (await openMenu(page)).getByRole("link", { name: "Speed" }).click();
  await expect(head).toHaveText(chosen);

  await page.goto(`${page.url()}&status=Success`);
  const tab = views(page).getByRole("link", { name: /^Speed/ });
  await expect(tab).toContainText("changed");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(tab).not.toContainText("changed");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tab).toContainText("changed");

  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("spee");
  await palette.getByRole("option", { name: /^Speed/ }).click();
  await expect(palette).toBeHidden();
  await expect(tab).not.toContainText("changed");

  await (await openMenu(page)).getByRole("button", { name: "Delete Speed" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete the view Speed?" });
  await question.getByRole("button", { name: "Delete view" }).click();
  await expect(tab).toBeHidden();
  await expect(page).not.toHaveURL(/view=/);
  await expect(head).toHaveText(chosen);
});

test("a view that searches payloads says that it is not counted, and a taken name is refused at its field", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created", customer: "Ada" });
  await expect.poll(() => project.countEvents()).toBe(1);
  const view = { list: "events", name: "Ada's", query: { q: "ada" }, is_shared: true, is_pinned: true };
  await project.ask("POST", "views", view);
  await openPage(page, `${project.home}/events?event_type=order.*`);
  await expect(views(page).getByRole("link", { name: /^Ada's/ })).toHaveAccessibleName(/searches payloads/);
  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabel("Name").fill("ADA'S");
  await dialog.getByLabel("Share with the project").click();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByText("A shared view of this list has this name already.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
});

test("the menu of views, the choice of columns and the form are accessible, at the desk and on the phone", async ({
  page,
  project,
  receiver,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(() => project.countEvents()).toBe(1);
  for (const name of ["One", "Two"]) {
    await project.ask("POST", "views", { list: "deliveries", name, is_shared: true, is_pinned: name === "One" });
  }
  const found: string[] = [];
  const look = async (what: string) => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    for (const { id, impact, nodes } of violations) {
      if (impact === "serious" || impact === "critical")
        found.push(...nodes.map(({ html }) => `${what}: ${id} ${html}`));
    }
  };
  await openPage(page, `${project.home}/deliveries?columns=event_type,latency,source,event_id`);
  await openMenu(page);
  await look("the menu");
  await page.setViewportSize({ width: 390, height: 844 });
  await look("the menu on the phone");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expect(page.getByRole("row").first()).toContainText("Success");
  await menu(page)
    .getByRole("button", { name: /^Save what is shown/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Save view" })).toBeVisible();
  await look("the form");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(page.getByRole("dialog", { name: "Columns" })).toBeVisible();
  await look("the columns");
  expect(found).toEqual([]);
});

test("on the phone the views, the list and the ways to save take one line", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const view = { list: "deliveries", name: "Failed in the last days", query: { status: "Failure" } };
  const { uid } = await project.ask<{ uid: string }>("POST", "views", { ...view, is_shared: true, is_pinned: true });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [query, save] of [
    ["status=Success", "Save view"],
    [`status=Success&view=${uid}`, "Save changes"],
  ] as const) {
    await openPage(page, `${project.home}/deliveries?${query}`);
    const tops = [
      views(page),
      page.getByRole("button", { name: save }),
      page.getByRole("button", { name: "Views", exact: true }),
    ].map(async (part) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
      return Math.round(y + height / 2);
    });
    const [first = 0, ...others] = await Promise.all(tops);
    for (const middle of others) expect(Math.abs(middle - first), query).toBeLessThanOrEqual(2);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});

test("an endpoint's own deliveries have columns too, with the subscription by its name", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  const { name } = await project.ask<{ name: string }>("GET", `subscriptions/${delivery?.subscription_id}`);
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=deliveries`);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByLabel("Subscription", { exact: true }).click();
  await expect(page).toHaveURL(/columns=.*subscription/);
  await page.keyboard.press("Escape");
  const table = page.getByRole("table", { name: "Deliveries" });
  await expect(table.getByRole("columnheader", { name: "To", exact: true })).toHaveCount(0);
  await table.getByRole("link", { name }).click();
  await expect(page).toHaveURL(`${project.home}/subscriptions/${delivery?.subscription_id}`);
});
