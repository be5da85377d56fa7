import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { leavePage, openPage } from "@/e2e/support/open-page";
import type { TestProject } from "@/e2e/support/project";
import { OWNER, startCopy } from "@/e2e/support/server";

const PASSWORD = "correct horse battery";

/** A person who has just joined the project, in a browser of their own. */
async function join(project: TestProject, browser: Browser, role: "viewer" | "admin" = "viewer") {
  const email = `grace-${randomUUID().slice(0, 8)}@example.com`;
  const { url } = await project.invite(email, role);
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByLabel("Name").fill("Grace");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  // Two passwords are hashed and a page is loaded, which takes long on a busy machine.
  await expect(page).toHaveURL(project.home, { timeout: 45_000 });
  return { email, page, context: page.context() };
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/projects", { timeout: 45_000 });
}

const statusOf = async (context: BrowserContext) => (await context.request.get("/v1/me")).status();

test("an invited person joins, signs out, and an older cookie is refused", async ({ project, browser }) => {
  const { email, page, context } = await join(project, browser);
  const kept = await browser.newContext({ storageState: await context.storageState() });
  expect(await statusOf(kept)).toBe(200);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await statusOf(kept)).toBe(401);
  const stolen = await kept.newPage();
  await stolen.goto(project.home);
  await expect(stolen).toHaveURL(/\/sign-in\?next=/);
  await signIn(page, email);
  await openPage(page, project.home);
  await kept.close();
  await context.close();
});

test("a person sees their sessions, and ends another one", async ({ project, browser }) => {
  const { email, page, context } = await join(project, browser);
  const phone = await browser.newContext({
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
  });
  await signIn(await phone.newPage(), email);
  await openPage(page, "/account");
  const sessions = page.getByRole("list", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByRole("listitem").first()).toContainText("this one");
  const line = sessions.getByRole("listitem").filter({ hasText: "Safari on iPhone" });
  await expect(line).toContainText(/127\.0\.0\.1|::1/);
  await line.getByRole("button", { name: /^Sign out Safari on iPhone/ }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  expect([await statusOf(phone), await statusOf(context)]).toEqual([401, 200]);
  await phone.close();
  await context.close();
});

test("the owner suspends a person, whose sessions and keys end at once, and reactivates them", async ({
  page,
  project,
  browser,
  copy,
}) => {
  const grace = await join(project, browser, "admin");
  const made = await grace.context.request.post(`/v1${project.home}/api-keys`, {
    data: { name: "of Grace", role: "admin" },
    headers: { origin: copy.url },
  });
  const { key } = (await made.json()).data;
  const keyStatus = async () =>
    (await fetch(`${copy.url}/v1${project.home}`, { headers: { authorization: key } })).status;
  expect(await keyStatus()).toBe(200);

  await openPage(page, project.home);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Installation" }).click();
  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("searchbox", { name: "Name or email" }).fill(grace.email);
  const row = page.getByRole("row", { name: /Grace/ });
  await expect(page.getByRole("row")).toHaveCount(2);
  await leavePage(grace.page);
  await row.getByRole("button", { name: "Suspend Grace" }).click();
  const question = page.getByRole("alertdialog", { name: "Suspend Grace?" });
  await expect(question).toContainText("(1 session)");
  await expect(question).toContainText("The API key that they made is revoked");
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("1 session ended, 1 API key revoked.")).toBeVisible();
  await expect(row).toContainText("Suspended");
  expect([await statusOf(grace.context), await keyStatus()]).toEqual([401, 401]);

  await grace.page.goto("/sign-in");
  await grace.page.getByLabel("Email").fill(grace.email);
  await grace.page.getByLabel("Password").fill(PASSWORD);
  await grace.page.getByRole("button", { name: "Sign in" }).click();
  await expect(grace.page.getByRole("main").getByRole("alert")).toContainText("This account is suspended");

  await row.getByRole("button", { name: "Let Grace in again" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Let in again" }).click();
  await expect(row).toContainText("Active");
  await signIn(grace.page, grace.email);
  expect(await keyStatus()).toBe(401);

  await page.getByRole("link", { name: "Audit log" }).click();
  for (const action of ["user.suspended", "user.reactivated", "user.signed_in", "api_key.revoked"]) {
    await expect(page.getByRole("link", { name: action }).first()).toBeVisible();
  }
  await page.getByRole("link", { name: "user.suspended" }).first().click();
  await expect(page.getByRole("region", { name: "Audit entry" })).toContainText(grace.email);
  await grace.context.close();
});

test("a forgotten password of the owner is set on the command line, beside the running copy", async ({ browser }) => {
  const copy = await startCopy();
  const context = await browser.newContext({ baseURL: copy.url });
  try {
    await copy.init({ project: "Shared", type: "incoming" });
    const page = await context.newPage();
    await signIn(page, OWNER.email, OWNER.password);
    await leavePage(page);
    const printed = await copy.command("user", "reset-password", OWNER.email);
    expect(await statusOf(context)).toBe(401);
    await context.clearCookies();
    await signIn(page, OWNER.email, /^Password {2}(\S+)$/m.exec(printed)?.[1] ?? "");
    await openPage(page, "/installation/audit-log");
    await expect(page.getByRole("link", { name: "user.password_reset" })).toBeVisible();
  } finally {
    await context.close();
    await copy.dispose();
  }
});
