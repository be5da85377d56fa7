import type { Page } from "@playwright/test";
import { barOf, makeTwo, rowsOf } from "@/e2e/support/filter-bar";
import { expect, test } from "@/e2e/support/fixtures";
import { holdScripts } from "@/e2e/support/hold-requests";
import { openPage, reloadPage } from "@/e2e/support/open-page";

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("typed filters of deliveries are applied at once, stand in the address, and are removed one by one", async ({
  page,
  project,
  receiver,
}) => {
  await makeTwo(project, receiver);
  await openPage(page, `${project.home}/deliveries`);
  await expect(rowsOf(page, "Deliveries")).toHaveCount(2);
  await page.keyboard.press("/");
  await page.keyboard.type('status:RETRY code:5xx,timeout endpoint:"orders eu" attempts:1..5 type:order.* source:shop');
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/code=5xx/);
  const { endpointId, sourceId, ...others } = parametersOf(page);
  expect(others).toEqual({
    status: "Retry",
    code: "5xx,timeout",
    minAttempts: "1",
    maxAttempts: "5",
    event_type: "order.*",
  });
  expect(endpointId).toMatch(/^[\da-f-]{36}$/);
  expect(sourceId).toMatch(/^[\da-f-]{36}$/);
  await expect(barOf(page)).toHaveValue("");
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);

  await reloadPage(page);
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
  for (const filter of [
    "Failed with 5xx, timeout",
    "Attempts 1 to 5",
    "Event type order.*",
    "Endpoint orders eu",
    "Source Shop",
    "Status Retry",
  ]) {
    await page.getByRole("button", { name: `Remove the filter ${filter}` }).click();
    await expect(page.getByRole("button", { name: `Remove the filter ${filter}` })).toBeHidden();
  }
  await expect(page).toHaveURL(`${project.home}/deliveries`);
  await expect(rowsOf(page, "Deliveries")).toHaveCount(2);
});

test("a wrong term is told beside the field and changes nothing", async ({ page, project, receiver }) => {
  await makeTwo(project, receiver);
  await openPage(page, `${project.home}/deliveries?status=Retry`);
  const bar = barOf(page);
  for (const [typed, told] of [
    ["code:5xx endpoint:ordres", "No endpoint is named ordres. Did you mean orders?"],
    ["code:5xx staus:failure", "There is no filter staus. Did you mean status?"],
    ["attempts>many", "Write attempts>3, attempts<=5, attempts:2..5 or attempts:1."],
    ["subscription:none", /No subscription is named none\. There are .*Shop to orders/],
  ] as const) {
    await bar.fill(typed);
    await bar.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: told })).toBeVisible();
    await expect(bar).toHaveAccessibleDescription(told);
    await expect(bar).toHaveAttribute("aria-invalid", "true");
    await expect(bar).toHaveValue(typed);
    expect(parametersOf(page)).toEqual({ status: "Retry" });
  }
  await bar.fill("endpoint:orders");
  await expect(bar).toHaveAccessibleDescription("");
});

test("the keyboard alone completes, applies and edits the filters as text", async ({ page, project, receiver }) => {
  await makeTwo(project, receiver);
  await openPage(page, `${project.home}/deliveries`);
  const bar = barOf(page);
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "status:", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(bar).toHaveValue("status:");
  await page.keyboard.type("ret");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Retry", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type(" endpoint:eu");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(bar).toHaveValue('status:Retry endpoint:"orders eu"');
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/status=Retry/);
  await expect(bar).toBeFocused();

  const edit = page.getByRole("button", { name: "Edit the filters as text" });
  await expect(edit).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(edit).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(bar).toHaveValue('status:Retry endpoint:"orders eu"');
  await expect(bar).toBeFocused();
  await bar.fill("status:success latency<1h");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/maxLatency/);
  expect(parametersOf(page)).toEqual({ status: "Success", maxLatency: "3600" });

  await page.keyboard.type("status:");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(bar).toHaveValue("status:");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveValue("");
  await expect(bar).not.toBeFocused();
});

test("the new filters can be clicked, and bad input is told beside its field", async ({ page, project, receiver }) => {
  await makeTwo(project, receiver);
  await openPage(page, `${project.home}/deliveries`);
  await page.getByRole("button", { name: "Failure", exact: true }).click();
  const failure = page.getByRole("dialog", { name: "Failure" });
  await failure.getByLabel("One status").fill("999");
  await failure.getByRole("button", { name: "Add" }).click();
  await expect(failure.getByLabel("One status")).toHaveAccessibleDescription(/Give a status from 100 to 599/);
  await failure.getByLabel("One status").fill("503");
  await failure.getByRole("button", { name: "Add" }).click();
  await expect(page).toHaveURL(/code=503/);
  await page.keyboard.press("Escape");
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
  await page.getByRole("button", { name: "Remove the filter Failed with 503" }).click();

  await page.getByRole("button", { name: "More", exact: true }).click();
  const more = page.getByRole("dialog", { name: "More filters" });
  await more.getByLabel("Attempts from").fill("x");
  await more.getByRole("button", { name: "Apply" }).click();
  await expect(more.getByLabel("Attempts from")).toHaveAccessibleDescription("Give a whole number.");
  await more.getByLabel("Attempts from").fill("1");
  await more.getByLabel("Owner").fill("acme");
  await more.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("button", { name: "Remove the filter Attempts 1 or more" })).toBeVisible();
  await page.getByRole("button", { name: "Remove the filter Owner acme" }).click();
  await expect(rowsOf(page, "Deliveries")).toHaveCount(2);

  await page.getByRole("button", { name: "Source", exact: true }).click();
  await page.getByRole("dialog", { name: "Source" }).getByText("Shop").click();
  await expect(page).toHaveURL(/sourceId=/);
});

test("the filters of a list go with it into its replay, and all of them are named there", async ({
  page,
  project,
  receiver,
}) => {
  await makeTwo(project, receiver);
  await openPage(page, `${project.home}/deliveries`);
  await barOf(page).fill("code:503 attempts>=1 source:shop");
  await barOf(page).press("Enter");
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
  await page.getByRole("link", { name: "Replay these…" }).click();
  await expect(page.getByRole("region", { name: "The oldest that fit" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("switch", { name: "Also resend what had succeeded" }).click();
  await page.getByRole("button", { name: "Freeze the deliveries" }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText("Failed with503");
  await expect(main).toContainText("Attempts1 or more");
  await expect(main).toContainText("SourcesShop");
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
});

test("what is held is typed as a status, and any other status takes its place", async ({ page, project, receiver }) => {
  await makeTwo(project, receiver);
  const { content } = await project.ask<{ content: { uid: string; name: string }[] }>("GET", "endpoints");
  const eu = content.find(({ name }) => name === "orders eu");
  await project.ask("PUT", `endpoints/${eu?.uid}/pause`);
  await openPage(page, `${project.home}/deliveries?status=Success`);
  await barOf(page).fill("status:held");
  await barOf(page).press("Enter");
  await expect(page).toHaveURL((url) => url.search === "?held=true");
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
  await expect(rowsOf(page, "Deliveries")).toContainText("Held");
  await page.getByRole("button", { name: "Edit the filters as text" }).click();
  await expect(barOf(page)).toHaveValue("status:held");
  await barOf(page).press("Escape");
  await barOf(page).fill("status:success");
  await barOf(page).press("Enter");
  await expect(page).toHaveURL((url) => url.search === "?status=Success");
  await expect(rowsOf(page, "Deliveries")).toContainText("order.created");
});

test("a line typed before hydration counts", async ({ page, project, receiver }) => {
  await makeTwo(project, receiver);
  const wake = await holdScripts(page);
  await page.goto(`${project.home}/deliveries`, { waitUntil: "commit" });
  await barOf(page).fill("status:retry");
  wake();
  await expect(page.getByText("Hookyard: Running")).toBeAttached();
  await expect(barOf(page)).toHaveValue("status:retry");
  await barOf(page).press("Enter");
  await expect(page).toHaveURL(/status=Retry/);
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
});

test("a phone shows the filters in three lines of controls at most", async ({ page, project, receiver }) => {
  await makeTwo(project, receiver);
  await project.ask("POST", "devices", { host_name: "ada-laptop" });
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `${project.home}/deliveries`);
  const filters = page.getByRole("search", { name: "Filter deliveries" });
  const controls = filters.getByRole("button").or(filters.getByRole("combobox"));
  const tops = await controls.evaluateAll((found) => found.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBeLessThanOrEqual(3);
  await barOf(page).fill("code:503");
  await barOf(page).press("Enter");
  await expect(page.getByRole("button", { name: "Remove the filter Failed with 503" })).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("region", { name: "Device" }).getByText("ada-laptop").click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove the filter Device ada-laptop" }).click();
  await expect(page).toHaveURL(/deliveries\?code=503$/);
});
