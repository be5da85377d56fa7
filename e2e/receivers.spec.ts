import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@/e2e/support/fixtures";
import { join } from "@/e2e/support/join";
import { openPage } from "@/e2e/support/open-page";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Receiver } from "@/lib/nouns/receivers/schemas";
import type { Page } from "@/lib/wire/fields";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("who has no server makes one of Hookyard's receivers an endpoint, and sees a delivery arrive", async ({
  page,
  project,
  copy,
}) => {
  const source = await project.makeSource();
  await openPage(page, `${project.home}/endpoints/new`);
  await page.getByLabel("Name", { exact: true }).fill("first");
  await page.getByRole("button", { name: "Use a receiver of Hookyard" }).click();
  await expect(page.getByLabel("URL", { exact: true })).toHaveValue(new RegExp(`^${copy.url}/receive/[\\w-]{32}$`));
  await expect(page.getByRole("status").filter({ hasText: "Hookyard receives here" })).toBeVisible();
  await page.getByRole("button", { name: "Create endpoint" }).click();
  await expect(page).toHaveURL(/\/endpoints\/[\w-]{36}/);

  const [endpoint] = (await project.ask<Page<Endpoint>>("GET", "endpoints")).content;
  if (!endpoint) throw new Error("The endpoint is not there.");
  await project.subscribe({ source, endpoint });
  await openPage(page, `${project.home}/receivers`);
  await page.getByRole("link", { name: "first" }).click();
  await expect(page.getByText("Nothing has arrived yet")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await project.send(source, { type: "order.created", total: 4200 });
  const requests = page.getByRole("region", { name: "Requests" });
  await requests.getByRole("button", { name: /POST/ }).click();
  await expect(requests.getByRole("region", { name: "Content of the body" })).toContainText("4200");
  await expect(requests.getByRole("region", { name: "Headers" })).toContainText("webhook-signature");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await requests.getByRole("link", { name: "The delivery that its webhook-id names" }).click();
  await expect(page.getByRole("region", { name: "Delivery", exact: true })).toContainText("Success");
});

test("a receiver fails as often as is set and shows the retry, and answers what is set next", async ({
  page,
  project,
}) => {
  await project.ask("PUT", "", { settings: { retry: { strategy: "linear", interval_seconds: 1, retry_limit: 5 } } });
  const receiver = await project.ask<Receiver>("POST", "receivers", { name: "try" });
  const { source } = await project.makeRoute(receiver.url);
  await openPage(page, `${project.home}/receivers/${receiver.uid}`);
  await page.getByLabel("Fail the next").fill("1");
  await page.getByRole("button", { name: "Set failures" }).click();
  await expect(page.getByText("200; the next one gets 503")).toBeVisible();
  await project.send(source, { type: "order.created" });
  const entries = page.getByRole("region", { name: "Requests" }).getByRole("listitem");
  await expect(entries).toHaveCount(2, { timeout: 30_000 });
  await expect(entries.first()).toContainText("got 200");
  await expect(entries.last()).toContainText("got 503");
  await expect(page.getByLabel("Fail the next")).toHaveValue("0");

  await page.getByLabel("Status", { exact: true }).fill("418");
  await page.getByLabel("Body", { exact: true }).fill("short and stout");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The next request gets this answer")).toBeVisible();
  const answer = await fetch(receiver.url);
  expect([answer.status, await answer.text()]).toEqual([418, "short and stout"]);
  await expect(entries).toHaveCount(3);
});

test("a receiver is made, prolonged, and deleted after a question; its address is then not found", async ({
  page,
  project,
}) => {
  await openPage(page, `${project.home}/receivers`);
  await page.getByRole("link", { name: "Create receiver" }).click();
  await page.getByLabel("Name", { exact: true }).fill("slow");
  await page.getByLabel("Delay").fill("30001");
  await page.getByRole("button", { name: "Create receiver" }).click();
  await expect(page.getByText("At most 30,000 ms.")).toBeVisible();
  await page.getByLabel("Delay").fill("20");
  await page.getByRole("button", { name: "Create receiver" }).click();
  await expect(page.getByText("200 after 20 ms")).toBeVisible();
  const [receiver] = (await project.ask<Page<Receiver>>("GET", "receivers")).content;
  if (!receiver) throw new Error("The receiver is not there.");

  await page.getByRole("button", { name: "Prolong to 30 days" }).click();
  await expect(page.getByText("It lasts 30 days from now")).toBeVisible();
  const { expires_at } = await project.ask<Receiver>("GET", `receivers/${receiver.uid}`);
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(receiver.expires_at));

  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("What it received is deleted too");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No receiver yet")).toBeVisible();
  expect((await fetch(receiver.url)).status).toBe(404);
});

test("a viewer sees what arrived, without the address and without credentials", async ({ project, browser }) => {
  const receiver = await project.ask<Receiver>("POST", "receivers", { name: "shared" });
  await fetch(receiver.url, { method: "POST", body: "hello", headers: { authorization: "Bearer secret-7" } });
  const viewer = await join(project, browser, "viewer");
  await openPage(viewer, `${project.home}/receivers/${receiver.uid}`);
  await expect(viewer.getByText("Only operators and admins see its address")).toBeVisible();
  await viewer.getByRole("button", { name: /POST/ }).click();
  await expect(viewer.getByRole("region", { name: "Content of the body" })).toContainText("hello");
  await expect(viewer.getByRole("region", { name: "Headers" })).toContainText("[REDACTED]");
  const token = receiver.url.split("/").at(-1) as string;
  expect(await viewer.content()).not.toContain(token);
  expect(await viewer.content()).not.toContain("secret-7");
  await expect(viewer.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await viewer.context().close();
});
