import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { singleSignOn, startIdentityProvider } from "@/e2e/support/identity-provider";
import { forgetSession } from "@/e2e/support/open-page";
import { OWNER, startCopy } from "@/e2e/support/server";

test("an identity provider admits people with a verified email that we know, and nobody else", async ({
  page,
  browser,
}) => {
  const provider = await startIdentityProvider();
  const copy = await startCopy(singleSignOn(provider));
  try {
    await copy.init({ project: "Shared", type: "incoming" });

    provider.becomes({ sub: "eve", email: "eve@example.com", email_verified: true });
    await signInBy(page, copy.url);
    expect(page.url()).toContain("error=AccessDenied");

    provider.becomes({ sub: "mallory", email: OWNER.email, email_verified: false });
    await signInBy(page, copy.url);
    expect((await page.request.get(`${copy.url}/v1/me`)).status()).toBe(401);

    provider.becomes({ sub: "ada", email: OWNER.email, email_verified: true });
    const before = await browser.newContext({ baseURL: copy.url });
    expect(await signInByPassword(await before.newPage(), OWNER)).toBe(true);
    await signInBy(page, copy.url);
    const me = await page.request.get(`${copy.url}/v1/me`);
    expect(me.status()).toBe(200);
    expect(await me.text()).toContain(OWNER.email);
    // Somebody else may have set the older password.
    expect((await before.request.get("/v1/me")).status()).toBe(401);
    expect(await signInByPassword(await before.newPage(), OWNER)).toBe(false);
    await before.close();
  } finally {
    await copy.dispose();
    await provider.close();
  }
});

test("an invited person joins by signing in at the identity provider, without a link", async ({ page }) => {
  const provider = await startIdentityProvider();
  const copy = await startCopy(singleSignOn(provider));
  try {
    const { project_id } = await copy.init({ project: "Shared", type: "incoming" });
    provider.becomes({ sub: "ada", email: OWNER.email, email_verified: true });
    await signInBy(page, copy.url);
    const invited = await page.request.post(`${copy.url}/v1/projects/${project_id}/invitations`, {
      data: { email: "sophie@example.com", role: "viewer" },
      headers: { origin: copy.url },
    });
    expect(invited.status()).toBe(201);
    await forgetSession(page);
    provider.becomes({ sub: "sophie", email: "sophie@example.com", email_verified: true });
    await signInBy(page, copy.url);
    const sophie = (await (await page.request.get(`${copy.url}/v1/me`)).json()).data;
    expect(sophie.projects).toMatchObject([{ uid: project_id, role: "viewer" }]);
  } finally {
    await copy.dispose();
    await provider.close();
  }
});

test("the sign-in page leads to the identity provider and back to the requested page", async ({ page }) => {
  const provider = await startIdentityProvider();
  const copy = await startCopy(singleSignOn(provider));
  try {
    await copy.init({ project: "Shared", type: "incoming" });
    provider.becomes({ sub: "ada", email: OWNER.email, email_verified: true });
    await page.goto(`${copy.url}/account`);
    await page.getByRole("button", { name: /^Continue with / }).click();
    await expect(page).toHaveURL(`${copy.url}/account`);
  } finally {
    await copy.dispose();
    await provider.close();
  }
});

test("an identity provider that is away is told in place, and is no verdict on anybody", async ({ page }) => {
  const provider = await startIdentityProvider();
  const copy = await startCopy(singleSignOn(provider));
  try {
    await copy.init({ project: "Shared", type: "incoming" });
    await provider.close();
    await page.goto(`${copy.url}/sign-in?next=/account`);
    await page.getByRole("button", { name: /^Continue with / }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toHaveText("Signing in there did not work. Try again; the log of the server says why.");
    await expect(page).toHaveURL(`${copy.url}/sign-in?next=/account`);
    expect(copy.output()).toContain("sign-in failed");
    await page.goto(`${copy.url}/sign-in?error=OAuthCallback`);
    await expect(alert).toHaveText("Signing in there did not work. Try again; the log of the server says why.");
    await page.goto(`${copy.url}/sign-in?error=AccessDenied`);
    await expect(alert).toHaveText("That account may not sign in here. Ask the owner of this installation.");
  } finally {
    await copy.dispose();
  }
});

/** Does what the button of the sign-in page does. */
async function signInBy(page: Page, url: string): Promise<void> {
  const { csrfToken } = await (await page.request.get(`${url}/api/auth/csrf`)).json();
  const form = { csrfToken, callbackUrl: `${url}/projects`, json: "true" };
  const answer = await page.request.post(`${url}/api/auth/signin/oidc`, { form });
  await page.goto((await answer.json()).url);
}

async function signInByPassword(page: Page, { email, password }: typeof OWNER): Promise<boolean> {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email, password, callbackUrl: "/projects", json: "true" };
  return (await page.request.post("/api/auth/callback/credentials", { form })).ok();
}
