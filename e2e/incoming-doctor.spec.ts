import { createHmac } from "node:crypto";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { SourceRefusal } from "@/lib/nouns/sources/refusal-schemas";
import type { Page } from "@/lib/wire/fields";

const hmac = { header: "X-Sig", hash: "SHA256" as const, encoding: "hex" as const, secret: "the shop's" };
const BODY = '{"amount":120}';
const SPACED = '{ "amount": 120 }';
const sign = (secret: string) => createHmac("sha256", secret).update(BODY).digest("hex");

test("a refused request is explained from its entry, by what its sender sent", async ({ page, project }) => {
  const source = await project.makeSource({ verifier: { type: "hmac", hmac } });
  const headers = { "x-sig": sign(hmac.secret) };
  expect((await fetch(source.url, { method: "POST", body: SPACED, headers })).status).toBe(401);
  // It is written after it was answered.
  const refusals = () => project.ask<Page<SourceRefusal>>("GET", `sources/${source.uid}/refusals`);
  await expect.poll(async () => (await refusals()).content.length).toBe(1);
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByRole("button", { name: "Check it" }).click();
  const dialog = page.getByRole("dialog", { name: "Check a request" });
  const known = dialog.getByRole("region", { name: "Why it was refused" });
  await expect(known).toContainText("The signature in X-Sig does not match the body.");
  await expect(known).toContainText("Copy the secret once more from the sender");
  await expect(dialog.getByLabel("Received headers")).toHaveValue(/^x-sig: $/m);
  await expect(dialog.getByLabel("Received at")).toHaveValue(/^20\d\d-/);

  await dialog.getByLabel("Received headers").fill(`X-Sig: ${sign(hmac.secret)}`);
  await dialog.getByLabel("Received body").fill(SPACED);
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("It was parsed and written again");
  await expect(dialog.getByRole("status")).toContainText("Have the sender sign exactly the bytes that it sends");

  await dialog.getByLabel("Received body").fill(BODY);
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByRole("status")).toHaveText("The signature is right, with the source's secret.");
});

test("another secret is tried, and shown nowhere", async ({ page, project }) => {
  const source = await project.makeSource({ verifier: { type: "hmac", hmac } });
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await page.getByRole("button", { name: "Check a request" }).click();
  const dialog = page.getByRole("dialog", { name: "Check a request" });
  await dialog.getByLabel("Received headers").fill(`Sig: ${sign("of the test mode")}`);
  await dialog.getByLabel("Received body").fill(BODY);
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  const answer = dialog.getByRole("status");
  await expect(answer).toContainText("The header X-Sig arrived as sig.");
  await expect(answer).toContainText("nobody can tell another secret from another body");

  await dialog.getByLabel("Secret to try").fill("of the test mode");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(answer).toContainText("It fits the secret that you gave. The source does not accept that one.");
  await expect(answer).not.toContainText("of the test mode.");

  await dialog.getByLabel("Sent to").fill("hooks.example.com");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(answer).toContainText("Give an address with http or https");
});

test("a source that verifies nothing has no request to check", async ({ page, project }) => {
  const source = await project.makeSource({});
  await openPage(page, `${project.home}/sources/${source.uid}`);
  await expect(page.getByRole("heading", { name: "Refused requests" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Check a request" })).toHaveCount(0);
});
