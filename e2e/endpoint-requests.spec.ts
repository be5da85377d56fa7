import { Webhook } from "standardwebhooks";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

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
  await openPage(page, `${project.home}/deliveries?delivery=${delivery?.uid}`);
  await expect(page.getByText(`PUT ${receiver.url}`)).toBeVisible();
});

test("an endpoint that takes forms gets the JSON as one, signed as it arrives", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "till" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  await page.getByLabel("Body of the request").selectOption({ label: "A form: the fields of its JSON" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await project.send(source, { type: "order.created", order: { id: 7 } });
  const { headers, body } = await receiver.waitFor(() => true);
  expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(body.toString()).toBe("type=order.created&order%5Bid%5D=7");
  new Webhook(endpoint.secrets[0]?.value ?? "").verify(body, headers as Record<string, string>);
});
