import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage, reloadPage } from "@/e2e/support/open-page";
import type { TestProject } from "@/e2e/support/project";

type Kept = { uid: string; external_id: string | null; metadata: Record<string, string>; tags?: string[] };

const make = (project: TestProject, path: string, body: object) => project.ask<Kept>("POST", path, body);
const summary = (page: Page) => page.locator("summary", { hasText: "Your references" });

/** Opens the section, and writes what a company keeps of its own. */
async function fill(page: Page, texts: { id: string; pairs: string }): Promise<void> {
  await summary(page).click();
  await page.getByLabel("External id", { exact: true }).fill(texts.id);
  await page.getByLabel("Metadata", { exact: true }).fill(texts.pairs);
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
}

test("every resource keeps an identifier and pairs of its owner, and says what is wrong with them", async ({
  page,
  project,
}) => {
  const source = await make(project, "sources", { name: "shop", type: "http" });
  const endpoint = await make(project, "endpoints", { name: "crm", url: "https://example.com/hook" });
  const ends = { source_id: source.uid, endpoint_id: endpoint.uid };
  const subscription = await make(project, "subscriptions", { name: "orders", ...ends });
  const type = await make(project, "event-types", { name: "order.paid" });
  const pages = [
    ["settings", ""],
    [`sources/${source.uid}`, `sources/${source.uid}`],
    [`endpoints/${endpoint.uid}?tab=settings`, `endpoints/${endpoint.uid}`],
    [`subscriptions/${subscription.uid}`, `subscriptions/${subscription.uid}`],
    [`event-types/${type.uid}`, `event-types/${type.uid}`],
  ] as const;
  for (const [address, path] of pages) {
    const id = `id of ${address} in ${project.id}`;
    await openPage(page, `${project.home}/${address}`);
    await fill(page, { id, pairs: "plan = gold\nnonsense" });
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByLabel("Metadata", { exact: true })).toHaveAccessibleDescription(/Line 2 is no pair/);
    await page.getByLabel("Metadata", { exact: true }).fill(" plan=gold\nregion = eu, us");
    await save(page);
    const kept = await project.ask<Kept>("GET", path);
    expect(kept).toMatchObject({ external_id: id, metadata: { plan: "gold", region: "eu, us" } });

    await openPage(page, `${project.home}/${address}`);
    await expect(summary(page)).toContainText(`${id} · plan = gold · region = eu, us`);
    await fill(page, { id: "", pairs: "" });
    await save(page);
    expect(await project.ask<Kept>("GET", path)).toMatchObject({ external_id: null, metadata: {} });
  }
});

test("an identifier that is taken is refused beside its field, which opens for that", async ({ page, project }) => {
  const first = await make(project, "sources", { name: "shop", type: "http", external_id: "shop-1" });
  await openPage(page, `${project.home}/sources/new`);
  await page.getByLabel("Name", { exact: true }).fill("second shop");
  await fill(page, { id: "shop-1", pairs: "" });
  await summary(page).click();
  await expect(page.getByLabel("External id", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByLabel("External id", { exact: true })).toHaveAccessibleDescription(
    new RegExp(`Another source ${first.uid} has this one`),
  );
  await page.getByLabel("External id", { exact: true }).fill("shop-2");
  await page.getByRole("button", { name: "Create source" }).click();
  await expect(page.getByRole("heading", { name: "second shop" })).toBeVisible();
  await expect(page.getByText("shop-2", { exact: true }).first()).toBeVisible();
});

test("endpoints are tagged, and their list is filtered by tags that stay in the address", async ({ page, project }) => {
  const url = "https://example.com/hook";
  const endpoint = await make(project, "endpoints", { name: "crm-eu", url });
  await make(project, "endpoints", { name: "crm-us", url, tags: ["us", "plan:gold"] });
  await make(project, "endpoints", { name: "plain", url, external_id: "customer-7", metadata: { plan: "gold" } });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  await summary(page).click();
  await page.getByLabel("Tags", { exact: true }).fill("EU");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Tags", { exact: true })).toHaveAccessibleDescription(/1 to 40 characters of a-z/);
  await page.getByLabel("Tags", { exact: true }).fill("eu, plan:gold");
  await save(page);
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await expect(page.getByText("plan:gold", { exact: true })).toBeVisible();

  await openPage(page, `${project.home}/endpoints`);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await expect(row("crm-eu")).toContainText("plan:gold");
  await page.getByRole("button", { name: "Tags", exact: true }).click();
  await page.getByLabel("plan:gold", { exact: true }).check();
  await expect(row("plain")).toBeHidden();
  await expect(row("crm-us")).toBeVisible();
  await page.getByLabel("eu", { exact: true }).check();
  await expect(row("crm-us")).toBeHidden();
  await expect(page).toHaveURL(/tag=plan:gold,eu|tag=plan%3Agold%2Ceu/);
  await reloadPage(page);
  await expect(row("crm-eu")).toBeVisible();
  await expect(row("crm-us")).toBeHidden();

  await openPage(page, `${project.home}/endpoints?external_id=customer-7&metadata=plan%3Dgold`);
  await expect(row("plain")).toBeVisible();
  await expect(row("crm-us")).toBeHidden();
  await page.getByRole("button", { name: "Remove the filter External id customer-7" }).click();
  await page.getByRole("button", { name: "Remove the filter Metadata plan=gold" }).click();
  await expect(row("crm-us")).toBeVisible();
});
