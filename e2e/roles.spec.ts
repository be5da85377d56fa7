import { expect, test } from "@/e2e/support/fixtures";
import { join } from "@/e2e/support/join";
import { openPage } from "@/e2e/support/open-page";

const FORMS: [path: string, who: string][] = [
  ["/sources/new", "Only admins of this project create sources"],
  ["/endpoints/new", "Only admins of this project create endpoints"],
  ["/subscriptions/new", "Only admins of this project create subscriptions"],
  ["/event-types/new", "Only admins of this project create event types"],
  ["/event-types/import", "Only admins of this project import event types"],
];

test("nobody fills in a form that their role may not send", async ({ project, browser }) => {
  const viewer = await join(project, browser, "viewer");
  const operator = await join(project, browser, "operator");
  for (const page of [viewer, operator]) {
    for (const [path, who] of FORMS) {
      await openPage(page, project.home + path);
      await expect(page.getByRole("heading", { name: who })).toBeVisible();
      await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    }
    await openPage(page, "/projects/new");
    await expect(
      page.getByRole("heading", { name: "Only the owner of this installation creates projects" }),
    ).toBeVisible();
  }
  await openPage(viewer, `${project.home}/receivers/new`);
  await expect(
    viewer.getByRole("heading", { name: "Only operators and admins of this project create receivers" }),
  ).toBeVisible();
  const only = "Only operators and admins of this project create replays";
  await openPage(viewer, `${project.home}/replays/new`);
  await expect(viewer.getByRole("heading", { name: only })).toBeVisible();
  await openPage(operator, `${project.home}/replays/new`);
  await expect(operator.getByRole("button", { name: "Freeze the deliveries" })).toBeVisible();
  await viewer.context().close();
  await operator.context().close();
});

test("a viewer reads the settings, and why nothing can be changed there", async ({ project, browser, receiver }) => {
  const { source, endpoint } = await project.makeRoute(receiver.url);
  const viewer = await join(project, browser, "viewer");
  for (const path of ["/settings", `/sources/${source.uid}`, `/endpoints/${endpoint.uid}?tab=settings`]) {
    await openPage(viewer, project.home + path);
    await expect(viewer.getByText("Only admins of this project change this.")).toBeVisible();
    await expect(viewer.getByLabel("Name", { exact: true })).toBeDisabled();
  }
  await openPage(viewer, `${project.home}/meta-events`);
  await expect(viewer.getByText("Only admins of this project switch that on.")).toBeVisible();
  await expect(viewer.getByRole("link", { name: "Switch them on" })).toHaveCount(0);
  await viewer.context().close();
});
