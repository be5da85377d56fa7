import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import { createProject } from "@/e2e/support/project";

const EMPTY: [path: string, heading: string, next: RegExp][] = [
  ["", "Nothing was delivered yet", /^Create source$/],
  ["/deliveries", "No delivery yet", /^Create source$/],
  ["/events", "No event yet", /^Create source$/],
  ["/sources", "No source yet", /^Create source$/],
  ["/endpoints", "No endpoint yet", /^Create endpoint$/],
  ["/subscriptions", "No subscription yet", /^Create subscription$/],
  ["/meta-events", "Meta events are switched off", /^Switch them on$/],
];

test("every empty page offers the next step", async ({ page, project }) => {
  for (const [path, heading, next] of EMPTY) {
    await openPage(page, project.home + path);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: next })).toBeVisible();
  }
});

test("the first steps show what is done, and a command that creates the first event", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/deliveries`);
  await expect(page.getByText("(done)")).toHaveCount(3);
  await expect(page.getByText(/^curl/)).toContainText(source.url);
});

const UNKNOWN = ["deliveries", "events", "meta-events"];
const GONE = ["sources", "endpoints", "subscriptions"];

test("a missing page says so, with the request's id or the way back", async ({ page, project }) => {
  for (const noun of UNKNOWN) {
    await openPage(page, `${project.home}/${noun}/${randomUUID()}`);
    const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
    await expect(alert.getByText(/^Request [\w-]+/)).toBeVisible();
    await expect(alert.getByRole("button", { name: "Try again" })).toBeEnabled();
  }
  for (const noun of GONE) {
    await openPage(page, `${project.home}/${noun}/${randomUUID()}`);
    await expect(page.getByRole("heading", { name: /^This \w+ is not there$/ })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: noun }).click();
    await expect(page).toHaveURL(`${project.home}/${noun}`);
  }
  for (const address of [`/projects/${randomUUID()}`, `/projects/${randomUUID()}/deliveries`, "/nothing"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "There is nothing at this address" })).toBeVisible();
  }
});

test("an outgoing project says how its events arrive, and that a source may read them elsewhere", async ({
  page,
  copy,
  project,
}) => {
  const outgoing = await createProject(page.request, copy.url, "outgoing");
  expect(outgoing.id).not.toBe(project.id);
  await openPage(page, `${outgoing.home}/sources`);
  await expect(page.getByRole("heading", { name: "Events of this project come by API" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Create source" }).click();
  await page.getByLabel("Message broker").check();
  await expect(page.getByLabel("Broker", { exact: true })).toBeVisible();
});

test("an error names its request wherever it stands, to be copied for the log", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  const { headers } = await receiver.waitFor(() => true);
  expect(headers).toHaveProperty("webhook-id");
  await openPage(page, `${project.home}/deliveries`);
  const resend = page
    .getByRole("main")
    .getByRole("button", { name: /^Resend/ })
    .first();
  // It is not while the delivery is being sent, and a page that reads nothing more would not hear that it was.
  await expect(resend).toBeEnabled();

  const broken = {
    status: false,
    message: "Something failed here.",
    data: null,
    error: { code: "internal", fields: [] },
  };
  await page.route("**/v1/projects/**", (route) =>
    route.fulfill({ status: 500, headers: { "x-request-id": "broken-1" }, json: broken }),
  );
  const named = (part: Locator) =>
    Promise.all([
      expect(part).toContainText("Request broken-1"),
      expect(part.getByRole("button", { name: "Copy request id" })).toBeVisible(),
    ]);
  await resend.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Resend" }).click();
  await named(page.getByRole("listitem").filter({ hasText: "Not resent" }));
  await named(page.getByText(/This may be old/).locator("xpath=.."));
});
