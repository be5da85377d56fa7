import { Webhook } from "standardwebhooks";
import { expect, test } from "@/e2e/support/fixtures";
import { githubWebhook } from "@/e2e/support/github";
import { forgetSession } from "@/e2e/support/open-page";
import type { Received } from "@/e2e/support/receiver";
import { OWNER, startCopy } from "@/e2e/support/server";

const GITHUB_SECRET = "what GitHub signs with";
const META_SECRET = `whsec_${Buffer.from("what Hookyard signs meta events with").toString("base64")}`;

test("from the printed link to a resent webhook and its meta event", async ({ page, receiver }) => {
  test.slow();
  const copy = await startCopy();
  try {
    const { setupUrl } = copy;
    const menu = page.getByRole("navigation", { name: "Project" });
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    let secret = "";
    let isBroken = true;
    receiver.answerWith((request) => {
      if (request.path === "/meta") return isSignedBy(META_SECRET, request) ? 204 : 401;
      if (!isSignedBy(secret, request)) return 401;
      return isBroken ? 500 : 200;
    });

    await test.step("the first owner", async () => {
      await page.goto(setupUrl as string);
      await field("Name").fill("Ada");
      await field("Email").fill(OWNER.email);
      await field("Password").fill(OWNER.password);
      await press("Create account");
      await expect(page.getByRole("heading", { name: "No project yet" })).toBeVisible();
    });

    await test.step("a project with meta events", async () => {
      await page.getByRole("link", { name: "Create project" }).click();
      await field("Name").fill("Deployments");
      await page.getByRole("radio", { name: "Incoming" }).check();
      await press("Create project");
      await expect(page.getByRole("button", { name: "Project Deployments, switch" })).toBeVisible();
      await menu.getByRole("link", { name: "Settings" }).click();
      await field("First wait").fill("300");
      await page.getByRole("switch", { name: "Record and send meta events" }).click();
      await field("URL").fill(`${receiver.url}/meta`);
      await field("Secret").fill(META_SECRET);
      await press("Save changes");
      await expect(page.getByText("Unsaved changes")).toBeHidden();
    });

    let ingest = "";
    await test.step("a source that GitHub signs for", async () => {
      await menu.getByRole("link", { name: "Sources" }).click();
      await page.getByRole("link", { name: "Create source" }).click();
      await field("Name").fill("github");
      await field("Provider").fill("GitHub");
      await page.getByRole("option", { name: "GitHub" }).click();
      await field("Secret").fill(GITHUB_SECRET);
      await press("Create source");
      await expect(page.getByRole("heading", { name: "github", level: 1 })).toBeVisible();
      ingest =
        (await page
          .getByRole("code")
          .filter({ hasText: /\/ingest\/\S+$/ })
          .first()
          .textContent()) ?? "";
    });

    await test.step("an endpoint at the receiver", async () => {
      await menu.getByRole("link", { name: "Endpoints" }).click();
      await page.getByRole("link", { name: "Create endpoint" }).click();
      await field("Name").fill("deployer");
      await field("URL").fill(`${receiver.url}/hook`);
      await press("Create endpoint");
      await expect(page.getByRole("heading", { name: /^deployer/, level: 1 })).toBeVisible();
      await press("Show the secret");
      secret = (await page.getByRole("code").filter({ hasText: "whsec_" }).textContent()) ?? "";
    });

    await test.step("a subscription between them", async () => {
      await menu.getByRole("link", { name: "Subscriptions" }).click();
      await page.getByRole("link", { name: "Create subscription" }).click();
      await field("Name").fill("pushes");
      await field("Source").selectOption({ label: "github" });
      await field("Endpoint").selectOption({ label: `deployer (${receiver.url}/hook)` });
      await field("Event types").fill("push");
      await press("Create subscription");
      await expect(page.getByRole("row", { name: /pushes.*github.*deployer.*push/ })).toBeVisible();
    });

    const row = page.getByRole("row", { name: /push.*deployer/ });
    await test.step("GitHub pushes while the receiver is broken", async () => {
      const { body, headers } = githubWebhook("push", GITHUB_SECRET);
      const answer = await fetch(ingest, { method: "POST", body, headers });
      expect(answer.status).toBe(200);
      const first = await receiver.waitFor(({ path }) => path === "/hook");
      expect(first.body.toString()).toBe(body);
      expect(first.headers["x-github-event"]).toBe("push");
      await menu.getByRole("link", { name: "Deliveries" }).click();
      await expect(row.getByText("Retry", { exact: true })).toBeVisible();
      await expect(row.getByRole("cell", { name: /^in \d+ min$/ })).toBeVisible();
    });

    await test.step("the receiver is fixed, and Resend in the row succeeds on the open page", async () => {
      isBroken = false;
      await row.hover();
      await row.getByRole("button", { name: "Resend" }).click();
      await expect(row.getByText("Success", { exact: true })).toBeVisible();
      const attempts = receiver.received.filter(({ path }) => path === "/hook");
      expect(attempts.length).toBeGreaterThanOrEqual(2);
      expect(new Set(attempts.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
      expect(attempts.every((one) => isSignedBy(secret, one))).toBe(true);
    });

    await test.step("its meta event is listed and opened, with its attempt", async () => {
      await receiver.waitFor(({ body }) => body.includes('"eventdelivery.success"'));
      await menu.getByRole("link", { name: "Meta events" }).click();
      const told = page.getByRole("row", { name: /eventdelivery\.success/ });
      await expect(told.getByText("Success", { exact: true })).toBeVisible();
      await told.getByRole("link", { name: "eventdelivery.success" }).click();
      const panel = page.getByRole("region", { name: "Meta event", exact: true });
      await expect(panel.getByRole("heading", { name: "eventdelivery.success" })).toBeVisible();
      await expect(panel.getByText("The address answered 204.")).toBeVisible();
      await expect(panel.getByRole("region", { name: "Request headers" })).toContainText("webhook-signature");
      await panel.getByRole("tab", { name: "Payload" }).click();
      await expect(panel.getByText('"event_type": "eventdelivery.success"')).toBeVisible();
      for (const kind of ["source.created", "endpoint.created", "subscription.created"]) {
        await expect(page.getByRole("row", { name: kind })).toBeAttached();
      }
      const text = receiver.received
        .filter(({ path }) => path === "/meta")
        .map(({ body }) => body.toString())
        .join();
      for (const kept of [secret, GITHUB_SECRET, META_SECRET]) expect(text).not.toContain(kept);
    });

    await test.step("the setup link is used up", async () => {
      await forgetSession(page);
      await page.goto(setupUrl as string);
      await field("Email").fill("second@example.com");
      await field("Password").fill("a second password");
      await press("Create account");
      await expect(page.getByRole("main").getByRole("alert")).toContainText("has an owner already");
    });
  } finally {
    await copy.dispose();
  }
});

/** Verifies as a receiver does, with the official library. */
function isSignedBy(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
