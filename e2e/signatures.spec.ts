import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test("a refused signature is explained from the delivery, by what the receiver got", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created", amount: 120 });
  const { body } = await receiver.waitFor(() => true);
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  await page.getByRole("tab", { name: "Test" }).click();
  await page.getByRole("button", { name: "Check a signature" }).click();
  const dialog = page.getByRole("dialog", { name: "Check a signature" });
  await expect(dialog.getByLabel("Received headers")).toHaveValue(/webhook-signature: v1,/);

  await dialog.getByLabel("Received body").fill(JSON.stringify(JSON.parse(body.toString()), null, 2));
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByText("Standard Webhooks headers: wrong")).toBeVisible();
  await expect(dialog.getByRole("status")).toContainText("it was parsed and written again");
  await expect(dialog.getByRole("region", { name: "Difference of the bodies" })).toContainText("line 1, column 2");

  await dialog.getByLabel("Received body").fill(body.toString());
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByText("The signature is right.")).toBeVisible();
  await expect(dialog.getByText("Standard Webhooks headers: right")).toBeVisible();
});

test("the endpoint's page checks pasted headers, and says what it cannot read", async ({ page, project }) => {
  const endpoint = await project.makeEndpoint({ url: "http://127.0.0.1:9/hook" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  await page.getByRole("button", { name: "Check a signature" }).click();
  const dialog = page.getByRole("dialog", { name: "Check a signature" });
  await dialog.getByLabel("Received headers").fill("nonsense");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByText("Line 1 is no header. Write name: value.")).toBeVisible();

  await dialog.getByLabel("Received headers").fill("webhook-id: 1\nwebhook-signature: v1,abc");
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText("webhook-timestamp is missing");
});

test("the code that verifies is there in five languages", async ({ page, project }) => {
  const endpoint = await project.makeEndpoint({ url: "http://127.0.0.1:9/hook" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}?tab=settings`);
  await page.getByRole("button", { name: "Verify in code" }).click();
  const dialog = page.getByRole("dialog", { name: "Verify in code" });
  for (const [language, code] of [
    ["TypeScript", "export function verifyWebhook"],
    ["Python", "def verify_webhook(secret: str"],
    ["Go", "func Verify(secret string"],
    ["Ruby", "def verify_webhook(secret, headers, body)"],
    ["PHP", "function verify_webhook(string $secret"],
  ] as const) {
    await dialog.getByRole("tab", { name: language }).click();
    await expect(dialog.getByText(code)).toBeVisible();
    await expect(dialog.getByRole("button", { name: `Copy the ${language} snippet` })).toBeVisible();
  }
});
