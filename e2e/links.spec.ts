import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { openQuietPage } from "@/e2e/support/open-quiet-page";

const inNavigation = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Project" }).getByRole("link", { name, exact: true });

test("a page asks for another one once somebody stays on a link to it, and for none in passing", async ({
  page,
  project,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-router-prefetch"] !== undefined) asked.push(new URL(request.url()).pathname);
  });
  await page.clock.install();
  await openQuietPage(page, `${project.home}/deliveries`);
  expect(asked, "what is only in sight").toEqual([]);

  await page.clock.pauseAt(Date.now() + 60_000);
  await inNavigation(page, "Events").hover();
  await inNavigation(page, "Sources").hover();
  await page.clock.runFor(1_000);
  await expect.poll(() => asked).toContain(`${project.home}/sources`);
  await inNavigation(page, "Endpoints").focus();
  await page.clock.runFor(1_000);
  await expect.poll(() => asked).toContain(`${project.home}/endpoints`);
  expect(asked, "what the pointer passed by").not.toContain(`${project.home}/events`);
});
