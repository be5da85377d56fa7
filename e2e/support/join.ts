import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import type { TestProject } from "@/e2e/support/project";
import type { Role } from "@/lib/kernel/vocabulary";

/** A page of a person with this role, in a browser of their own. */
export async function join(project: TestProject, browser: Browser, role: Role): Promise<Page> {
  const { url } = await project.invite(`${role}-${randomUUID().slice(0, 8)}@example.com`, role);
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByLabel("Name").fill(role);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  // Two passwords are hashed and a page is loaded, which takes long on a busy machine.
  await expect(page).toHaveURL(project.home, { timeout: 45_000 });
  return page;
}
