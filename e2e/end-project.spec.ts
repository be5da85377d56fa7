import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { join } from "@/e2e/support/join";
import { openPage } from "@/e2e/support/open-page";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const settings = (page: Page) => page.getByRole("region", { name: "Archive or delete" });

test("the owner archives a project, unarchives it, and deletes it by its typed name", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url);
  await project.ask("PUT", `endpoints/${endpoint.uid}/pause`);
  expect((await page.request.post(source.url, { data: { id: 1 } })).status()).toBe(200);
  const { name } = project;

  await openPage(page, `${project.home}/settings`);
  await settings(page).getByRole("button", { name: "Archive project" }).click();
  const dialog = page.getByRole("dialog", { name: `Archive ${name}?` });
  await expect(dialog).toContainText("1 source");
  await expect(dialog).toContainText("1 delivery that waits");
  const typed = dialog.getByLabel("Type the name of the project");
  const archive = dialog.getByRole("button", { name: "Archive project" });
  for (const wrong of ["", name.toUpperCase(), `${name} `]) {
    await typed.fill(wrong);
    await expect(archive).toBeDisabled();
  }
  await typed.fill(name);
  await archive.click();
  await expect(page.getByText("it takes in nothing, attempts nothing and is not changed")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(page.getByText("Nothing of an archived project is changed.")).toBeVisible();
  expect((await page.request.post(source.url, { data: { id: 2 } })).status()).toBe(409);

  await openPage(page, "/projects");
  await expect(page.getByRole("main").getByRole("link", { name, exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "Archived" }).click();
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  await expect(page.getByText("it takes in nothing, attempts nothing and is not changed")).toBeVisible();

  await openPage(page, `${project.home}/settings`);
  await settings(page).getByRole("button", { name: "Unarchive project" }).click();
  await page.getByLabel("Type the name of the project").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Unarchive project" }).click();
  await expect(page.getByText("it takes in nothing, attempts nothing and is not changed")).toHaveCount(0);
  await project.ask("PUT", `endpoints/${endpoint.uid}/resume`);
  await expect.poll(() => receiver.received.length).toBe(1);

  await settings(page).getByRole("button", { name: "Archive project" }).click();
  await page.getByLabel("Type the name of the project").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Archive project" }).click();
  await settings(page).getByRole("button", { name: "Delete project" }).click();
  const question = page.getByRole("dialog", { name: `Delete ${name}?` });
  await expect(question).toContainText("1 endpoint");
  await question.getByLabel("Type the name of the project").fill(name);
  await question.getByRole("button", { name: "Delete project" }).click();
  await expect(page.getByText(`${name} is deleted`)).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);
  expect((await page.request.get(`/v1/projects/${project.id}`)).status()).toBe(404);
  expect((await page.request.post(source.url, { data: { id: 3 } })).status()).toBe(404);
  const response = await page.goto(project.home);
  expect(response?.status()).toBe(404);
});

test("whoever is not the owner reads who may end a project", async ({ project, browser }) => {
  const admin = await join(project, browser, "admin");
  await openPage(admin, `${project.home}/settings`);
  await expect(settings(admin)).toContainText("Only the owner of this installation may do this.");
  await expect(settings(admin).getByRole("button")).toHaveCount(0);
  await admin.context().close();
});
