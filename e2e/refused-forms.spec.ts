import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

const REFUSAL = "This project has as many as it may have.";

/** Answers every change of the project with a refusal of the whole, as a limit or a conflict would. */
async function refuseChanges(page: Page): Promise<void> {
  const body = { status: false, message: REFUSAL, data: null, error: { code: "conflict", fields: [] } };
  await page.route("**/v1/projects/**", (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({ status: 409, headers: { "x-request-id": "refused-1" }, json: body }),
  );
}

async function expectOnScreen(...parts: Locator[]): Promise<void> {
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
}

/** The refusal stands beside the button that sent the form, both without scrolling. */
async function expectRefusalBeside(page: Page, button: string): Promise<void> {
  const form = page.getByRole("form");
  const refusal = form.getByRole("alert");
  await expect(refusal).toContainText(REFUSAL);
  await expectOnScreen(refusal, form.getByRole("button", { name: button }));
}

for (const viewport of SCREENS) {
  test.describe(`on a screen of ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test("a refusal of the whole form is seen beside the button of every long form", async ({ page, project }) => {
      const source = await project.makeSource();
      const endpoint = await project.makeEndpoint({ url: "http://127.0.0.1:9/hook" });
      await project.subscribe({ source, endpoint });
      await refuseChanges(page);
      const name = page.getByLabel("Name", { exact: true });

      await openPage(page, `${project.home}/sources/new`);
      await name.fill("refused");
      await name.press("Enter");
      await expectRefusalBeside(page, "Create source");

      await openPage(page, `${project.home}/endpoints/new`);
      await name.fill("refused");
      await page.getByLabel("URL", { exact: true }).fill("http://127.0.0.1:9/hook");
      await page.getByRole("button", { name: "Create endpoint" }).click();
      await expectRefusalBeside(page, "Create endpoint");

      await openPage(page, `${project.home}/subscriptions/new`);
      await name.fill("refused");
      await name.press("Enter");
      await expectRefusalBeside(page, "Create subscription");

      await openPage(page, `${project.home}/settings`);
      await name.fill("refused");
      await page.getByRole("button", { name: "Save changes" }).click();
      await expectRefusalBeside(page, "Save changes");

      await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
      await page.getByLabel("Support e-mail").fill("ops@example.com");
      await page.getByRole("button", { name: "Save changes" }).click();
      await expectRefusalBeside(page, "Save changes");
    });

    test("the first wrong field of a long form gets the focus, and the button's side names them all", async ({
      page,
      project,
    }) => {
      await openPage(page, `${project.home}/endpoints/new`);
      const url = page.getByLabel("URL", { exact: true });
      const mail = page.getByLabel("Support e-mail");
      await page.getByLabel("Name", { exact: true }).fill("wrong below");
      await mail.fill("nobody");
      await page.getByRole("button", { name: "Create endpoint" }).click();
      await expect(url).toBeFocused();
      await expectOnScreen(url, page.getByText(/Give a full http/));
      const wrong = page.getByText(/^2 fields need a change/);
      await expect(wrong).toContainText("URL, Support e-mail");
      await wrong.getByRole("button", { name: "Support e-mail" }).click();
      await expect(mail).toBeFocused();
      await expectOnScreen(mail);
      await mail.fill("ops@example.com");
      await expect(page.getByText(/^One field needs a change/)).toContainText("URL");
    });
  });
}

test("a wrong field that the page does not show is told beside the button", async ({ page, project }) => {
  const fields = [{ path: "settings.hidden.part", message: "Give a smaller one." }];
  await page.route(`**/v1${project.home}`, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({
          status: 422,
          json: { status: false, message: "Wrong.", data: null, error: { code: "invalid_fields", fields } },
        })
      : route.fallback(),
  );
  await openPage(page, `${project.home}/settings`);
  await page.getByLabel("Name", { exact: true }).fill("hidden");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toHaveText("settings.hidden.part: Give a smaller one.");
});
