import pg from "pg";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import { startCopy } from "@/e2e/support/server";

test("the owner finds out whether the installation is healthy, and who holds a transaction open", async ({
  page,
  copy,
  project,
}) => {
  await openPage(page, project.home);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Installation" }).click();
  await expect(page).toHaveURL("/installation/health");
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("One copy delivers");
  const copies = page.getByRole("table", { name: "Copies" });
  await expect(copies.getByRole("row", { name: new RegExp(`:${copy.pid()} `) })).toContainText("Running");

  const client = new pg.Client({ connectionString: await copy.databaseUrl(), application_name: "nightly-report" });
  await client.connect();
  await client.query("begin isolation level repeatable read; select from lanes");
  const row = page.getByRole("table", { name: "Open transactions" }).getByRole("row", { name: /nightly-report/ });
  await expect(row).toContainText("idle in transaction");
  await client.query("rollback");
  await expect(row).toHaveCount(0);
  await client.end();
});

test("a page whose copy dies says that it shows what was, and that one went silent once it is back", async ({
  page,
}) => {
  const copy = await startCopy();
  try {
    await copy.init({ project: "Shop", type: "incoming" });
    await page.context().clearCookies();
    await page.goto(`${copy.url}/sign-in?next=/installation/health`);
    await page.getByLabel("Email").fill("owner@example.com");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Healthy")).toBeVisible();
    // The server writes the same words: the page measures for itself once all of it has come.
    await page.waitForResponse((response) => response.url().endsWith("/v1/installation/health") && response.ok());
    await copy.end("SIGKILL");
    await expect(page.getByText("What you see is old: it cannot be measured any more.")).toBeVisible();
    await expect(page.getByText("Healthy")).toHaveCount(0);
    await copy.restart();
    await expect(page.getByText("What you see is old: it cannot be measured any more.")).toHaveCount(0);
    // The one that was killed could not say that it ended.
    await expect(page.getByText("Needs attention")).toBeVisible();
    await expect(page.getByText(/has gone silent/)).toBeVisible();
  } finally {
    await copy.dispose();
  }
});

test("nobody else sees it", async ({ page, project, browser }) => {
  const { url } = await project.invite(`grace-${project.id}@example.com`);
  const theirs = await browser.newPage();
  await theirs.goto(url);
  await theirs.getByLabel("Name").fill("Grace");
  await theirs.getByLabel("Password").fill("correct horse battery");
  await theirs.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(theirs).toHaveURL(project.home);
  await openPage(theirs, "/installation/health");
  await expect(theirs.getByText("Only the owner of this installation sees this")).toBeVisible();
  expect((await theirs.request.get("/v1/installation/health")).status()).toBe(403);
  await theirs.close();
  await page.close();
});
