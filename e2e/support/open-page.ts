import { expect, type Page } from "@playwright/test";

/**
 * Opens a page of the dashboard and waits for hydration: input before that may be lost. A panel beside a list hydrates
 * after its page, with code of its own.
 */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await becomesAlive(page);
}

/** Reloads a page of the dashboard and waits for hydration. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await becomesAlive(page);
}

/** Parts of a page that stream in are hidden beside it until they take their places, and what they hold is there twice. */
const ARRIVING = "div[hidden][id^='S:']";

/** Waits for hydration. */
export async function becomesAlive(page: Page): Promise<void> {
  await expect(page.getByText("Hookyard: Running")).toBeAttached();
  await expect(page.locator(ARRIVING)).toHaveCount(0);
  await page.waitForFunction(isHydrated);
  if (await page.getByRole("button", { name: "Close the panel" }).count()) {
    await expect(page.locator("body")).toHaveClass(/panel-open/);
  }
}

/** Whether React has taken over each control of the page: parts of it hydrate one after the other. */
function isHydrated(): boolean {
  const controls = [...document.querySelectorAll("#page :is(button, input, select, textarea)")];
  return controls.every((control) => Object.keys(control).some((key) => key.startsWith("__reactProps$")));
}

/**
 * Opens a blank page. A page of the dashboard navigates to signing in by itself once its session has ended elsewhere,
 * and would abort the test's next navigation.
 */
export async function leavePage(page: Page): Promise<void> {
  await page.goto("about:blank");
}

/** Forgets the session. */
export async function forgetSession(page: Page): Promise<void> {
  await leavePage(page);
  await page.context().clearCookies();
}
