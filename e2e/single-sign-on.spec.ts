import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { singleSignOn, startIdentityProvider } from "@/e2e/support/identity-provider";
import { OWNER, startCopy } from "@/e2e/support/server";

test("an identity provider lets in those whom we know by a verified email, and nobody else", async ({ page }) => {
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
    await signInBy(page, copy.url);
    const me = await page.request.get(`${copy.url}/v1/me`);
    expect(me.status()).toBe(200);
    expect(await me.text()).toContain(OWNER.email);
  } finally {
    await copy.dispose();
    await provider.close();
  }
});

/** What the button of the sign-in page does. */
async function signInBy(page: Page, url: string): Promise<void> {
  const { csrfToken } = await (await page.request.get(`${url}/api/auth/csrf`)).json();
  const form = { csrfToken, callbackUrl: `${url}/projects`, json: "true" };
  const answer = await page.request.post(`${url}/api/auth/signin/oidc`, { form });
  await page.goto((await answer.json()).url);
}
