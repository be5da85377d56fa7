import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test("a URL with variables is filled from each event, and one that cannot be fails at once with its reason", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "tenants" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  const url = page.getByLabel("URL", { exact: true });
  await url.fill(`${receiver.url}/{tenant}/{region}`);
  const places = page.getByRole("group", { name: "Variables of the URL" });
  await places.getByLabel("{tenant}").fill("tenant.id");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(places.getByLabel("{tenant}")).toHaveAccessibleDescription(/body\.tenant\.id, or a header/);
  await places.getByLabel("{tenant}").fill("body.customer.slug");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  await expect(places.getByLabel("{tenant}")).toHaveValue("body.customer.slug");
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await project.send(source, { type: "order.created", customer: { slug: "acme & co" }, region: "eu" });
  expect((await receiver.waitFor(() => true)).path).toBe("/acme%20%26%20co/eu");
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [sent] = await project.listDeliveries("Success");
  await openPage(page, `${project.home}/deliveries/${sent?.uid}`);
  await expect(page.getByText(`POST ${receiver.url}/acme%20%26%20co/eu`)).toBeVisible();

  await project.send(source, { type: "order.created", region: "eu" });
  await expect.poll(async () => (await project.listDeliveries("Failure")).length).toBe(1);
  const [failed] = await project.listDeliveries("Failure");
  await openPage(page, `${project.home}/deliveries/${failed?.uid}`);
  const reason = "The URL has {tenant}, and the payload has no text or number at customer.slug.";
  await expect(page.getByText(reason).first()).toBeVisible();
  expect(receiver.received).toHaveLength(1);

  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page.getByText("Send an event that has one, or test a delivery of such an event.")).toBeVisible();
});

test("a variable in the host name is kept to a domain of the receiver's own, and away from credentials", async ({
  page,
  project,
}) => {
  const authentication = { type: "api_key", api_key: { header_name: "X-Key", header_value: "1" } } as const;
  const endpoint = await project.makeEndpoint({ url: "https://hooks.example.com/", authentication });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  const url = page.getByLabel("URL", { exact: true });
  const save = page.getByRole("button", { name: "Save changes" });
  await page.getByLabel("Authentication", { exact: true }).selectOption({ label: "None: the signature is enough" });
  await url.fill("https://{tenant}.com/");
  await save.click();
  await expect(url).toHaveAccessibleDescription(/end in a domain of your receiver's own/);
  await url.fill("https://{tenant}.example.com/");
  await save.click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await page.getByLabel("Authentication", { exact: true }).selectOption({ label: "User name and password" });
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password", { exact: true }).fill("secret");
  await save.click();
  await expect(page.getByText(/belongs to one address, and the host name has a variable/)).toBeVisible();
});
