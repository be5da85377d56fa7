import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import { createProject } from "@/e2e/support/project";
import { OWNER, startCopy } from "@/e2e/support/server";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

test("from the printed link to a delivered event in six clicks, without a terminal or a server", async ({ page }) => {
  test.slow();
  const copy = await startCopy();
  let clicks = 0;
  const click = async (role: "button" | "link", name: string) => {
    clicks += 1;
    await page.getByRole(role, { name, exact: true }).click();
  };
  try {
    const startedAt = Date.now();
    await page.goto(copy.setupUrl as string);
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByLabel("Password").fill(OWNER.password);
    await click("button", "Create account");
    await click("link", "Create project");
    await page.getByLabel("Name", { exact: true }).fill("shop");
    await click("button", "Create project");
    await page.getByRole("main").getByRole("link", { name: "Connect" }).first().click();
    clicks += 1;
    await click("button", "Connect");
    await click("button", "Send a sample");
    await expect(page.getByText(/^Delivered in \d/)).toBeVisible();
    const seconds = (Date.now() - startedAt) / 1_000;
    console.log(`first run: ${clicks} clicks, ${seconds.toFixed(1)} s from the set-up link to a delivered event`);
    expect(clicks).toBeLessThanOrEqual(6);
    await page.getByRole("link", { name: "See what arrived" }).click();
    await expect(page.getByRole("region", { name: "Requests" }).getByRole("button", { name: /POST/ })).toBeVisible();
  } finally {
    await copy.dispose();
  }
});

test("a provider found by typing is connected with its secret, and a wrong field makes nothing", async ({
  page,
  project,
  receiver,
}) => {
  await openPage(page, `${project.home}/connect`);
  await page.getByLabel("Find a sender").fill("strip");
  await page.getByRole("radio", { name: "Stripe" }).check();
  await page.getByRole("radio", { name: "A URL of yours" }).check();
  await page.getByLabel("URL", { exact: true }).fill(receiver.url);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByLabel("Signing secret")).toHaveAccessibleDescription(/Give the secret/);
  const count = async (path: string) => (await project.ask<Page<unknown>>("GET", path)).content.length;
  expect(await Promise.all(["sources", "endpoints", "subscriptions"].map(count))).toEqual([0, 0, 0]);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.getByLabel("Signing secret").fill("whsec_of the shop");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Stripe to 127.0.0.1", level: 1 })).toBeVisible();
  const [source] = (await project.ask<Page<Source>>("GET", "sources")).content;
  expect(source).toMatchObject({ name: "Stripe", provider: "stripe", verifier: { type: "provider" } });
  await page.getByLabel("Sample event").selectOption("invoice.paid");
  await page.getByRole("button", { name: "Send a sample" }).click();
  await expect(page.getByText(/^Delivered in \d/)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Delivered in" })).toContainText("invoice.paid");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test("an endpoint that is there takes another sender, and a refused delivery says why", async ({
  page,
  project,
  receiver,
}) => {
  receiver.answerWith(400);
  const endpoint = await project.makeEndpoint({ url: receiver.url, name: "orders" });
  await openPage(page, `${project.home}/connect`);
  await page.getByRole("radio", { name: "An endpoint of this project" }).check();
  await page.getByLabel("Which one").selectOption(endpoint.uid);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Webhooks to orders", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Send a sample" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: /Not delivered/ })).toContainText("400");
});

test("a project that sends connects a receiver, which gets a test event", async ({ page, copy, project, receiver }) => {
  const outgoing = await createProject(page.request, copy.url, "outgoing");
  expect(outgoing.id).not.toBe(project.id);
  await openPage(page, `${outgoing.home}/connect`);
  await expect(page.getByText("Where events come from")).toHaveCount(0);
  await page.getByRole("radio", { name: "A URL of yours" }).check();
  await page.getByLabel("URL", { exact: true }).fill(receiver.url);
  await page.getByText("Names and event types").click();
  await page.getByLabel("Name of the endpoint").fill("customer");
  await page.getByLabel("Event types").fill("invoice.*\nhookyard.test");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Events to customer", level: 1 })).toBeVisible();
  const [endpoint] = (await outgoing.ask<Page<Endpoint>>("GET", "endpoints")).content;
  expect(endpoint?.name).toBe("customer");
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect.poll(() => receiver.received).toHaveLength(1);
  await expect(page.getByText(/^Delivered in \d/)).toBeVisible();
});
