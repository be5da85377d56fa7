import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { join } from "@/e2e/support/join";
import { openPage } from "@/e2e/support/open-page";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Event } from "@/lib/nouns/events/schemas";
import type { Page as Rows } from "@/lib/wire/fields";

/** Opens the palette by its key and types. */
async function ask(page: Page, typed: string) {
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.press("Control+k");
  const field = palette.getByRole("combobox");
  await expect(field).toBeFocused();
  // Next.js moves the focus once more as a page arrives, which would swallow a key typed at that moment.
  await field.fill(typed);
  return palette;
}

test("the palette finds resources by name, any id, settings and recent ones", async ({ page, project, receiver }) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "warehouse-eu" });
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  await openPage(page, project.home);

  const byName = await ask(page, "warehouse");
  await expect(byName.getByRole("option", { name: /^warehouse-eu/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${project.home}/endpoints/${endpoint.uid}`);

  const [event] = (await project.ask<Rows<Event>>("GET", "events?view=summary")).content;
  const [delivery] = await project.listDeliveries("Success");
  const places = [
    [event?.uid, "events"],
    [delivery?.uid, "deliveries"],
    [source.uid, "sources"],
  ];
  for (const [id, list] of places) {
    const byID = await ask(page, id ?? "");
    await expect(byID.getByText("Searching…")).toBeHidden();
    await expect(byID.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${project.home}/${list}/${id}`);
  }

  await ask(page, "retention");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${project.home}/settings#retention`);

  const recent = await ask(page, "");
  await expect(recent.getByRole("group", { name: "Recent" }).getByRole("option").first()).toContainText("shop");
});

test("the palette pauses, resumes, tests and rotates an endpoint without a mouse", async ({
  page,
  project,
  receiver,
}) => {
  const { endpoint } = await project.makeRoute(receiver.url, { name: "warehouse-eu" });
  const read = () => project.ask<Endpoint>("GET", `endpoints/${endpoint.uid}`);
  await openPage(page, project.home);

  const choose = async (typed: string, name: string) => {
    const palette = await ask(page, typed);
    await expect(palette.getByRole("option", { name, selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(palette).toBeHidden();
  };

  await choose("pause ware", "Pause warehouse-eu");
  await expect.poll(async () => (await read()).status).toBe("paused");
  await choose("resume ware", "Resume warehouse-eu");
  await expect.poll(async () => (await read()).status).toBe("active");
  await choose("test ware", "Send test event to warehouse-eu");
  await expect.poll(() => receiver.received.length).toBe(1);

  await choose("rotate ware", "Rotate secret of warehouse-eu");
  const dialog = page.getByRole("dialog", { name: "Rotate the secret of warehouse-eu" });
  await dialog.getByRole("button", { name: "Rotate secret" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await read()).secrets.length).toBe(2);

  await choose("colours dark", "Colours: Dark");
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("the palette offers a viewer no action that would be refused", async ({ page, project, receiver, browser }) => {
  await project.makeRoute(receiver.url, { name: "warehouse-eu" });
  const viewer = await join(project, browser, "viewer");
  await openPage(viewer, project.home);
  const palette = await ask(viewer, "warehouse");
  await expect(palette.getByRole("option", { name: /^warehouse-eu/ })).toBeVisible();
  await expect(palette.getByRole("group", { name: "Actions" })).toHaveCount(0);
  await viewer.keyboard.press("Control+a");
  await viewer.keyboard.type("create");
  await expect(palette.getByRole("option", { name: /^Create/ })).toHaveCount(0);
  await viewer.context().close();

  await openPage(page, project.home);
  const owners = await ask(page, "create");
  await expect(owners.getByRole("option", { name: "Create endpoint" })).toBeVisible();
});

test("what is typed right after ⌘K counts, however long the palette takes to come", async ({ page, project }) => {
  await openPage(page, `${project.home}/sources`);
  await page.route("**/_next/static/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  // Each of these letters would be a shortcut of the page or of its list.
  await page.keyboard.type("Endpoints");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${project.home}/endpoints`);
});

test("the palette puts a view of exactly the typed name above pages that only resemble it", async ({
  page,
  project,
}) => {
  await project.ask("POST", "views", { list: "events", name: "Set", query: { status: "Failure" }, is_shared: true });
  await openPage(page, project.home);
  const palette = await ask(page, "set");
  await expect(palette.getByRole("option").first()).toHaveText(/^Set/);
  await expect(palette.getByRole("option", { name: /^Set\b/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/events\?view=/);
});
