import { expect, type Page } from "@playwright/test";

/** Goes to a page of the dashboard and waits until it is alive: what is pressed before that may be lost. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText("Hookyard: Running")).toBeAttached();
}

/**
 * Goes to a page of nobody. One of the dashboard goes to the sign-in page by itself once its session has ended
 * elsewhere, and would cut off where the test goes next.
 */
export async function leavePage(page: Page): Promise<void> {
  await page.goto("about:blank");
}

/** Forgets who is signed in. */
export async function forgetSession(page: Page): Promise<void> {
  await leavePage(page);
  await page.context().clearCookies();
}
