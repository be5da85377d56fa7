import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test("the request of a test event is shown before it is sent, and nothing arrives by looking at it", async ({
  page,
  project,
  receiver,
}) => {
  const api_key = { header_name: "X-Token", header_value: "the credential" };
  const { endpoint } = await project.makeRoute(receiver.url, { authentication: { type: "api_key", api_key } });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  await page.getByRole("button", { name: "Preview the test event" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview of the test event" });
  await expect(dialog.getByText(`POST ${receiver.url}`)).toBeVisible();
  await expect(dialog.getByText("webhook-signature", { exact: true })).toBeVisible();
  await expect(dialog.getByText("[REDACTED]")).toBeVisible();
  await expect(dialog.getByText("the credential")).toBeHidden();
  await expect(dialog.getByText("A test event from Hookyard.")).toBeVisible();
  expect(await project.countEvents()).toBe(0);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Send test event" }).click();
  const { headers } = await receiver.waitFor(() => true);
  expect(headers["webhook-event-type"]).toBe("hookyard.test");
  expect(receiver.received).toHaveLength(1);
});
