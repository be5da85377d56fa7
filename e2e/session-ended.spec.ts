import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { singleSignOn, startIdentityProvider } from "@/e2e/support/identity-provider";
import { openPage } from "@/e2e/support/open-page";
import { openQuietPage } from "@/e2e/support/open-quiet-page";
import { OWNER, startCopy } from "@/e2e/support/server";

const asked = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

async function giveThePassword(page: Page, password = OWNER.password): Promise<void> {
  await asked(page).getByLabel("Password").fill(password);
  await asked(page).getByRole("button", { name: "Sign in" }).click();
}

test("who saves after the session ended signs in above the form, and the save is made", async ({ page, project }) => {
  await openQuietPage(page, `${project.home}/endpoints/new`);
  await page.getByLabel("Name", { exact: true }).fill("kept");
  await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/hook");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(asked(page)).toContainText(OWNER.email);
  await expect(page.getByText("API key:")).toBeHidden();
  await giveThePassword(page, "not the password");
  await expect(asked(page).getByRole("alert")).toHaveText("The email or the password is wrong.");
  await giveThePassword(page);
  await expect(page.getByRole("heading", { name: /^kept/ })).toBeVisible();
});

/** As from another tab. */
async function signOut({ request }: Page): Promise<void> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const answer = await request.post("/api/auth/signout", { form: { csrfToken, json: "true" } });
  expect(answer.ok()).toBe(true);
}

test("a page that finds the session ended by itself keeps what is typed, also while nobody signs in", async ({
  page,
  project,
  signIn,
}) => {
  await signIn();
  const endpoint = await project.makeEndpoint({ url: "http://127.0.0.1:9/hook" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("renamed");
  await signOut(page);
  await expect(asked(page)).toBeVisible();
  await asked(page).getByRole("button", { name: "Close" }).click();
  await expect(name).toHaveValue("renamed");

  await page.getByRole("button", { name: "Save changes" }).click();
  await asked(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toContainText("Your session has ended. Sign in again");
  await page.getByRole("button", { name: "Save changes" }).click();
  await giveThePassword(page);
  await expect(page.getByRole("heading", { name: /^renamed/, level: 1 })).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
});

test("a key that is shown once stays on the page when the session ends", async ({ page, project }) => {
  await openQuietPage(page, `${project.home}/settings/api-keys`);
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog", { name: /key/ });
  await dialog.getByLabel("Name", { exact: true }).fill("checkout");
  await page.context().clearCookies();
  await dialog.getByRole("button", { name: "Create API key" }).click();
  await giveThePassword(page);
  const key = dialog.getByRole("code").filter({ hasText: /^hy_/ });
  await expect(key).toBeVisible();
});

test("a person of the identity provider signs in again in a new tab and goes on", async ({ page }) => {
  const provider = await startIdentityProvider();
  const copy = await startCopy(singleSignOn(provider));
  try {
    const { project_id } = await copy.init({ project: "Shared", type: "incoming" });
    provider.becomes({ sub: "ada", email: OWNER.email, email_verified: true });
    await page.goto(`${copy.url}/sign-in`);
    await page.getByRole("button", { name: "Continue with Tests" }).click();
    await expect(page).toHaveURL(`${copy.url}/projects`);
    await openQuietPage(page, `${copy.url}/projects/${project_id}/settings`);
    await page.getByLabel("Name", { exact: true }).fill("Renamed");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(asked(page).getByLabel("Password")).toBeHidden();

    const opened = page.waitForEvent("popup");
    await asked(page).getByRole("link", { name: "Sign in with Tests in a new tab" }).click();
    await asked(page).getByRole("button", { name: "I have signed in" }).click();
    await expect(asked(page).getByRole("alert")).toContainText("Nobody is signed in yet");
    const tab = await opened;
    await tab.getByRole("button", { name: "Continue with Tests" }).click();
    await expect(tab.getByRole("heading", { name: "You are signed in" })).toBeVisible();
    await tab.close();
    await asked(page).getByRole("button", { name: "I have signed in" }).click();
    await expect(page.getByText("Unsaved changes")).toBeHidden();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Renamed");
  } finally {
    await copy.dispose();
    await provider.close();
  }
});
