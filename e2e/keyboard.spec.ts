import { expect, test } from "@/e2e/support/fixtures";
import { forgetSession, openPage } from "@/e2e/support/open-page";
import { OWNER } from "@/e2e/support/server";

test("without a mouse: sign in, go to the deliveries, move, open, resend", async ({ page, project, receiver }) => {
  await project.ask("PUT", "", { settings: { retry: { interval_seconds: 600 } } });
  receiver.answerWith(500);
  const { source } = await project.makeRoute(receiver.url);
  for (const type of ["order.first", "order.second", "order.third"]) await project.send(source, { type });
  await expect.poll(async () => (await project.listDeliveries("Retry")).length).toBe(3);
  receiver.answerWith(200);
  await forgetSession(page);
  const { keyboard } = page;

  await page.goto("/projects");
  await expect(page.getByLabel("Email")).toBeFocused();
  await keyboard.type(OWNER.email);
  await keyboard.press("Tab");
  await keyboard.type(OWNER.password);
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/projects");
  await expect(page.getByText("Hookyard: Running")).toBeAttached();
  await keyboard.press("j");
  await expect(page.getByRole("link", { name: project.name })).toBeFocused();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: project.name, level: 1 })).toBeVisible();
  await expect(page.getByText("Hookyard: Running")).toBeAttached();

  await keyboard.press("g");
  await keyboard.press("d");
  await expect(page).toHaveURL(`${project.home}/deliveries`);
  await expect(page.getByRole("row", { name: /order\.third/ })).toBeVisible();
  await keyboard.press("j");
  await expect(page.getByRole("link", { name: "order.third" })).toBeFocused();
  await keyboard.press("j");
  await expect(page.getByRole("link", { name: "order.second" })).toBeFocused();
  await keyboard.press("j");
  await keyboard.press("k");
  await expect(page.getByRole("link", { name: "order.second" })).toBeFocused();

  await keyboard.press("Enter");
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await expect(panel.getByRole("heading", { name: "order.second" })).toBeVisible();
  await keyboard.press("j");
  await expect(panel.getByRole("heading", { name: "order.first" })).toBeVisible();
  await keyboard.press("k");
  await expect(panel.getByRole("heading", { name: "order.second" })).toBeVisible();
  await keyboard.press("r");
  await expect(panel.getByText("Success", { exact: true })).toBeVisible();
  await expect(panel.getByRole("button", { name: /Attempt 2 200/ })).toBeVisible();
  expect(receiver.received.at(-1)?.body.toString()).toContain("order.second");

  await keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.getByRole("link", { name: "order.second" })).toBeFocused();
  await keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: "Select order.second to orders" })).toBeChecked();
});

test("a key counts from the instant at which the rows are there", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  await page.goto(project.home);
  await expect(page.getByText("Hookyard: Running")).toBeAttached();
  await page.evaluate((list) => {
    const rows = new MutationObserver(() => {
      if (location.pathname !== list || !document.querySelector("[data-row-link]")) return;
      rows.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    });
    rows.observe(document.body, { childList: true, subtree: true });
  }, `${project.home}/deliveries`);
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page.getByRole("link", { name: "order.created" })).toBeFocused();
});

test("the palette, the shortcuts' list and the search respond to their keys", async ({ page, project }) => {
  await openPage(page, `${project.home}/deliveries?status=Failure`);
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(shortcuts).toContainText("Resend the row");
  await page.keyboard.press("Escape");
  await expect(shortcuts).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Filters, or an event type, id or key" })).toBeFocused();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("events");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${project.home}/events`);
});

test("who passes by deliveries with j held down reads the one where they stay", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  for (const name of ["fifth", "fourth", "third", "second", "first"])
    await project.send(source, { type: `order.${name}` });
  await expect.poll(() => project.listDeliveries("Success")).toHaveLength(5);
  const uids = (await project.listDeliveries("Success")).map(({ uid }) => uid);
  await page.clock.install();
  await openPage(page, `${project.home}/deliveries/${uids[0]}`);
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  const attempt = panel.getByRole("button", { name: /Attempt 1 200/ });
  await expect(attempt).toBeVisible();

  const read = new Set<string | undefined>();
  page.on("request", (request) => read.add(/eventdeliveries\/([^/?]+)$/.exec(request.url())?.[1]));
  // No time passes between the keys, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 5_000);
  for (const name of ["second", "third", "fourth", "fifth"]) {
    await page.keyboard.press("j");
    // What the list knows of it is there at once.
    await expect(panel.getByRole("heading", { name: `order.${name}` })).toBeVisible();
  }
  await page.clock.resume();
  await expect(attempt).toBeVisible();
  expect(uids.filter((uid) => read.has(uid))).toEqual([uids[4]]);

  // Step by step, each is read as it is opened.
  for (const uid of [uids[3], uids[2]]) {
    await page.keyboard.press("k");
    await expect.poll(() => read.has(uid)).toBe(true);
  }
});
