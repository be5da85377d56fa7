import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import { createProject } from "@/e2e/support/project";

const SCHEMA = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };

test("an event type is created with its schema, tested, deprecated and deleted", async ({ page, copy, project }) => {
  const outgoing = await createProject(page.request, copy.url, "outgoing");
  expect(outgoing.id).not.toBe(project.id);
  await openPage(page, project.home);
  await expect(page.getByRole("navigation", { name: "Project" }).getByText("Event types")).toHaveCount(0);

  await openPage(page, `${outgoing.home}/event-types`);
  await page.getByRole("main").getByRole("link", { name: "Create event type" }).click();
  await page.getByLabel("Name").fill("invoice.paid");
  const editor = page.getByLabel("JSON Schema");
  await editor.fill('{"type": object}');
  await expect(page.getByText("This is not JSON yet: look at line 1, column 10.")).toBeVisible();
  await editor.fill('{"properties": {"id": {"type": "nonsense"}}}');
  await page.getByRole("button", { name: "Create event type" }).click();
  await expect(editor).toHaveAccessibleDescription(/properties\.id\.type/);

  await editor.fill(JSON.stringify(SCHEMA));
  await page.getByText("Try it on a payload").click();
  await page.getByLabel("Payload", { exact: true }).fill('{"id": "x"}');
  await page.getByRole("button", { name: "Try the payload" }).click();
  await expect(page.getByText("It would be refused")).toBeVisible();
  await expect(page.getByText("data.id")).toBeVisible();
  await page.getByLabel("Payload", { exact: true }).fill('{"id": 1}');
  await page.getByRole("button", { name: "Try the payload" }).click();
  await expect(page.getByText("The payload matches")).toBeVisible();
  await page.getByRole("button", { name: "Create event type" }).click();
  await expect(page.getByRole("heading", { name: "invoice.paid" })).toBeVisible();
  await expect(outgoing.ask("POST", "events/broadcast", { event_type: "invoice.paid", data: {} })).rejects.toThrow(
    /422.*data\.id/,
  );

  await page.getByLabel("Category").fill("Billing");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Deprecate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Deprecate" }).click();
  await expect(page.getByText("Its events are still taken and delivered.")).toBeVisible();
  await openPage(page, `${outgoing.home}/event-types?category=Billing&is_deprecated=true`);
  await page.getByRole("link", { name: "invoice.paid" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "No event type yet" })).toBeVisible();
});

test("an import previews its changes", async ({ page, copy, project }) => {
  const outgoing = await createProject(page.request, copy.url, "outgoing");
  expect(outgoing.id).not.toBe(project.id);
  await outgoing.ask("POST", "event-types", { name: "Known", json_schema: SCHEMA });
  const schemas = { Known: { ...SCHEMA, required: [] }, New: SCHEMA, Wrong: { type: "nonsense" } };
  const list = async () => (await outgoing.ask<{ content: { name: string }[] }>("GET", "event-types")).content;

  await openPage(page, `${outgoing.home}/event-types/import`);
  await page
    .getByLabel("OpenAPI document, as JSON")
    .fill(JSON.stringify({ openapi: "3.0.0", components: { schemas } }));
  await page.getByRole("button", { name: "Preview the import" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("OpenAPI 3.1");
  await page
    .getByLabel("OpenAPI document, as JSON")
    .fill(JSON.stringify({ openapi: "3.1.0", components: { schemas } }));
  await page.getByRole("button", { name: "Preview the import" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("1 new, 0 changed, 0 unchanged, 2 refused");
  await expect(preview.getByRole("listitem").filter({ hasText: "Known" })).toContainText("data.id is now optional");
  await page.getByLabel("Accept breaking changes").check();
  await page.getByRole("button", { name: "Preview the import" }).click();
  await expect(preview).toContainText("1 new, 1 changed, 0 unchanged, 1 refused");
  await expect(preview.getByRole("listitem").filter({ hasText: "Known" })).toContainText("Another schema");
  expect((await list()).map(({ name }) => name)).toEqual(["Known"]);
  await page.getByRole("button", { name: "Import 2 event types" }).click();
  await expect(page.getByRole("link", { name: "New" })).toBeVisible();
  expect((await list()).map(({ name }) => name)).toEqual(["New", "Known"]);
});
