import { createPublicKey, verify } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { Received } from "@/e2e/support/receiver";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

/** Whether the private key of this public one signed a request, by the specification of Standard Webhooks. */
function isSignedBy(publicKey: string, { headers, body }: Received): boolean {
  const x = Buffer.from(publicKey.replace("whpk_", ""), "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  const signed = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`), body]);
  const entries = String(headers["webhook-signature"]).split(" ");
  return entries.some(
    (one) => one.startsWith("v1a,") && verify(null, signed, key, Buffer.from(one.slice(4), "base64")),
  );
}

test("an endpoint signs by a key pair that is chosen in its settings, and by both while it is rotated", async ({
  page,
  project,
  receiver,
  request,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "warehouse" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  await expect(page.getByRole("heading", { name: "Public keys" })).toBeHidden();
  await page.getByLabel("Signed with").selectOption({ label: "Both" });
  await page.getByRole("button", { name: "Save changes" }).click();
  const keys = page.getByRole("list", { name: "Public keys" }).getByRole("listitem");
  await expect(keys).toHaveCount(1);
  const first = (await keys.locator("code").textContent()) ?? "";
  expect(first).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);

  await project.send(source, { id: 1, type: "order.created" });
  const both = await receiver.waitFor(({ body }) => body.includes('"id":1'));
  expect(isSignedBy(first, both)).toBe(true);
  const headers = both.headers as Record<string, string>;
  expect(new Webhook(endpoint.secrets[0]?.value ?? "").verify(both.body.toString(), headers)).toMatchObject({ id: 1 });

  await page.getByLabel("Signed with").selectOption({ label: "A key pair (Ed25519)" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("They sign nothing while the key pair alone signs.")).toBeVisible();
  await page.getByRole("button", { name: "Rotate key pair" }).click();
  const dialog = page.getByRole("dialog", { name: "Rotate the key pair of warehouse" });
  await dialog.getByLabel("The older key pairs go on for").selectOption("3600");
  await dialog.getByRole("button", { name: "Rotate key pair" }).click();
  await expect(dialog).toBeHidden();
  await expect(keys).toHaveCount(2);
  const second = (await keys.first().locator("code").textContent()) ?? "";
  await expect(keys.last()).toContainText("expires in");

  await project.send(source, { id: 2, type: "order.created" });
  const rotated = await receiver.waitFor(({ body }) => body.includes('"id":2'));
  expect([first, second].map((key) => isSignedBy(key, rotated))).toEqual([true, true]);
  expect(rotated.headers["x-hookyard-signature"]).toBeUndefined();

  const published = await request.get(`/v1/endpoints/${endpoint.uid}/public-keys`, { headers: { cookie: "" } });
  const { data } = (await published.json()) as { data: { keys: { public_key: string }[] } };
  expect(data.keys.map(({ public_key }) => public_key)).toEqual([second, first]);

  await page.getByRole("button", { name: "Check a signature" }).click();
  const doctor = page.getByRole("dialog", { name: "Check a signature" });
  const lines = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => `${name}: ${rotated.headers[name]}`,
  );
  await doctor.getByLabel("Received headers").fill(lines.join("\n"));
  await doctor.getByLabel("Received body").fill(rotated.body.toString());
  await doctor.getByRole("button", { name: "Check", exact: true }).click();
  await expect(doctor.getByRole("status")).toContainText("Right: signed with the key pair of");
});

test("what one Hookyard signs by a key pair another verifies by the public key", async ({ project, copy }) => {
  const incoming = (provider: string, secret: string) =>
    project.makeSource({ name: provider, provider, verifier: { type: "provider", provider: { secret } } } as never);
  for (const provider of ["hookyard", "standard_webhooks"]) {
    const sender = await project.makeEndpoint({ url: "http://127.0.0.1:9/", signature_algorithm: "ed25519" });
    const other = await project.makeEndpoint({ url: "http://127.0.0.1:9/", signature_algorithm: "ed25519" });
    const target = await incoming(provider, sender.key_pairs[0]?.public_key ?? "");
    const url = new URL(new URL(target.url).pathname, copy.url).href;
    const source = await project.makeSource({ name: `to ${provider}` });
    for (const [endpoint, status] of [
      [sender, "Success"],
      [other, "Retry"],
    ] as const) {
      await project.ask<Endpoint>("PUT", `endpoints/${endpoint.uid}`, { url });
      await project.subscribe({ source, endpoint }, [`for.${endpoint.uid}`]);
      const id = await project.send(source, { type: `for.${endpoint.uid}` });
      const settled = () => project.listDeliveries(status);
      await expect.poll(async () => (await settled()).some(({ event_id }) => event_id === id)).toBe(true);
    }
  }
});
