import { expect, type Page } from "@playwright/test";

/** Goes to a page of the dashboard and waits until it is alive: what is pressed before that may be lost. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText("Hookyard: Running")).toBeAttached();
}
