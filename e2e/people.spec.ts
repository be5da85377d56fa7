import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { forgetSession, openPage, reloadPage } from "@/e2e/support/open-page";

const PASSWORD = "correct horse battery";
const newEmail = () => `grace-${randomUUID().slice(0, 8)}@example.com`;

test("a person is invited by a link, joins with a name and a password, and is signed in", async ({
  page,
  project,
  browser,
}) => {
  const email = newEmail();
  await openPage(page, `${project.home}/settings/members`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite to this project" });
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(/Give an email address/);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByText("Operator", { exact: true }).click();
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  const shown = page.getByRole("dialog", { name: "Pass the link on now" });
  const link = (await shown.locator("code").textContent()) ?? "";
  await expect(shown.getByRole("link", { name: "Write an email" })).toHaveAttribute("href", /^mailto:grace/);
  await shown.getByRole("button", { name: "Done" }).click();
  const open = page.getByRole("region", { name: "Open invitations" });
  await expect(open).toContainText(`${email} as Operator`);
  await expect(open).not.toContainText(new URL(link).searchParams.get("token") ?? "no token");

  const theirs = await browser.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: `Join ${project.name}` })).toBeVisible();
  await theirs.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(theirs.getByLabel("Name")).toHaveAccessibleDescription("Give your name.");
  await theirs.getByLabel("Name").fill("Grace");
  await theirs.getByLabel("Password").fill(PASSWORD);
  await theirs.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(theirs).toHaveURL(project.home);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "This invitation cannot be used" })).toBeVisible();
  await theirs.close();

  await openPage(page, `${project.home}/settings/members`);
  await expect(page.getByRole("row", { name: /Grace/ })).toContainText(email);
  await expect(open).toContainText("Nobody is invited at the moment");
});

test("a revoked or truncated link says so, and an existing account only joins", async ({ page, project, browser }) => {
  const revoked = await project.invite(newEmail());
  await openPage(page, `${project.home}/settings/members`);
  await page.getByRole("button", { name: `Revoke the invitation of ${revoked.email}` }).click();
  const question = page.getByRole("alertdialog", { name: `Revoke the invitation of ${revoked.email}?` });
  await expect(question).toContainText("The link stops working at once");
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Nobody is invited at the moment")).toBeVisible();
  for (const address of [revoked.url, "/invite", "/invite?token=cut-off"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "This invitation cannot be used" })).toBeVisible();
  }

  const email = newEmail();
  const theirs = await browser.newPage();
  await theirs.goto((await project.invite(email)).url);
  await theirs.getByLabel("Name").fill("Grace");
  await theirs.getByLabel("Password").fill(PASSWORD);
  await theirs.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(theirs).toHaveURL(project.home);
  await openPage(page, `${project.home}/settings/members`);
  await page.getByRole("button", { name: "Remove Grace" }).click();
  await page.getByRole("alertdialog", { name: "Remove Grace?" }).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("row", { name: /Grace/ })).toHaveCount(0);
  await theirs.goto((await project.invite(email)).url);
  await theirs.getByRole("button", { name: "Accept", exact: true }).click();
  await expect(theirs).toHaveURL(project.home);
});

test("a member's role is changed and they are removed, each after a question", async ({ page, project, browser }) => {
  const { token, email } = await project.invite(newEmail());
  const theirs = await browser.newContext();
  const accepted = await theirs.request.post("/v1/invitations/accept", {
    data: { token, name: "Grace", password: PASSWORD },
  });
  expect(accepted.status()).toBe(200);
  await theirs.close();

  await openPage(page, `${project.home}/settings/members`);
  const role = page.getByRole("combobox", { name: "Role of Grace" });
  await role.selectOption("admin");
  const question = page.getByRole("alertdialog", { name: "Make Grace an admin?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(role).toHaveValue("viewer");
  await role.selectOption("admin");
  await question.getByRole("button", { name: "Change role" }).click();
  await expect(role).toHaveValue("admin");

  await page.getByRole("button", { name: "Remove Grace" }).click();
  const removal = page.getByRole("alertdialog", { name: "Remove Grace?" });
  await expect(removal).toContainText(`${email} cannot use this project`);
  await removal.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("row", { name: /Grace/ })).toHaveCount(0);
});

test("a person changes their name and password and ends their other sessions, and this one continues", async ({
  project,
  browser,
}) => {
  const email = newEmail();
  const { url } = await project.invite(email, "admin");
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByLabel("Name").fill("Grace");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Accept and sign in" }).click();
  await expect(page).toHaveURL(project.home);
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const isSignedInElsewhere = async () => (await elsewhere.request.get("/v1/me")).status();

  await openPage(page, project.home);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Grace Hopper");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name changed")).toBeVisible();

  expect(await isSignedInElsewhere()).toBe(200);
  await signInAs(await elsewhere.newPage(), email);
  await reloadPage(page);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect.poll(isSignedInElsewhere).toBe(401);

  await page.getByLabel("Present password").fill("not the one");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Present password")).toHaveAccessibleDescription("This is not your present password.");
  await page.getByLabel("Present password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await reloadPage(page);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Grace Hopper");
  await elsewhere.close();
  await page.close();
});

async function signInAs(page: Page, email: string): Promise<void> {
  await forgetSession(page);
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/projects");
}
