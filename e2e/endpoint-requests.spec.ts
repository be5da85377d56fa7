import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { Webhook } from "standardwebhooks";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import { makeCertificate, toKeyPem } from "@/lib/egress/authority.fixture";

test("each delivery has the fixed headers of its endpoint, and a credential is refused as one of them", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "warehouse" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  const headers = page.getByLabel("Fixed headers");
  await headers.fill("X-Tenant: acme\nX-Api-Key: 1");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(headers).toHaveAccessibleDescription(/name of a credential/);
  await headers.fill("X-Tenant: acme\nX-Route");
  await expect(headers).toHaveAccessibleDescription(/Line 2 is no header/);
  await headers.fill("X-Tenant: acme");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await project.send(source, { type: "order.created" });
  expect((await receiver.waitFor(() => true)).headers["x-tenant"]).toBe("acme");
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Preview the test event" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview of the test event" });
  await expect(dialog.getByText("x-tenant", { exact: true })).toBeVisible();
});

test("a delivery is sent by the method of its endpoint, and its attempt says so", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "warehouse" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  await page.getByLabel("Method", { exact: true }).selectOption("PUT");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await project.send(source, { type: "order.created" });
  expect((await receiver.waitFor(() => true)).method).toBe("PUT");
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  await expect(page.getByText(`PUT ${receiver.url}`)).toBeVisible();
});

test("an endpoint that takes forms gets the JSON as one, signed as it arrives", async ({ page, project, receiver }) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "till" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  await page.getByLabel("Body of the request").selectOption({ label: "A form: the fields of its JSON" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await project.send(source, { type: "order.created", order: { id: 7 } });
  const { headers, body } = await receiver.waitFor(() => true);
  expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(body.toString()).toBe("type=order.created&order%5Bid%5D=7");
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const webhook = new Webhook(endpoint.secrets[0]?.value ?? "");
  expect(headers["webhook-signature"]).toBe(webhook.sign(String(headers["webhook-id"]), at, body.toString()));
});

test("an endpoint is reached with its client certificate, which is never shown again and marked before it ends", async ({
  page,
  project,
}) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const authority = makeCertificate({ name: "An authority", isAuthority: true, to: inDays(400) });
  const server = makeCertificate({ name: "receiver", names: ["127.0.0.1"], by: authority, to: inDays(400) });
  const client = makeCertificate({ name: "Hookyard", by: authority, to: inDays(10.5) });
  const names: unknown[] = [];
  const options = { key: toKeyPem(server), cert: server.pem, ca: authority.pem, requestCert: true };
  const receiver = createServer(options, (request, response) => {
    names.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
    response.end("ok");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  try {
    const url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const { source, endpoint } = await project.makeRoute(url, { name: "bank" });
    await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
    await page.getByLabel("Client certificate", { exact: true }).fill(client.pem);
    await page.getByLabel("Private key", { exact: true }).fill(toKeyPem(server));
    await page.getByLabel("Own authority", { exact: true }).fill(authority.pem);
    await page.getByRole("button", { name: "Save changes" }).click();
    const key = page.getByLabel("Private key", { exact: true });
    await expect(key).toHaveAccessibleDescription(/does not fit the certificate/);
    await key.fill(toKeyPem(client));
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(key).toHaveValue("Stored, not shown");
    const stored = page.getByRole("list", { name: "Stored certificates" });
    await expect(stored).toContainText("CN=Hookyard");
    await expect(page.getByText("Client certificate expires soon")).toBeVisible();

    await project.send(source, { type: "order.created" });
    await expect.poll(() => names).toEqual(["Hookyard"]);
    await openPage(page, `${project.home}/endpoints`);
    await expect(page.getByRole("row", { name: /bank/ })).toContainText("Client certificate expires in 10 d");
    await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
    await page.getByLabel("URL", { exact: true }).fill("https://127.0.0.1:10/hook");
    await expect(key).toHaveAccessibleDescription(/leads to another server: replace the stored one/);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
