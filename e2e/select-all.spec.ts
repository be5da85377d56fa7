import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

const COUNT = 23;

test("all deliveries that match, on all pages, are cancelled and then resent, each after a question with their number", async ({
  page,
  project,
  receiver,
}) => {
  const { source, endpoint } = await project.makeRoute(receiver.url, { name: "warehouse" });
  await project.ask("PUT", `endpoints/${endpoint.uid}/pause`);
  for (let id = 1; id <= COUNT; id += 1) await project.send(source, { type: "order.created", id });
  await expect.poll(async () => (await project.listDeliveries("Scheduled")).length).toBe(COUNT);

  await openPage(page, `${project.home}/deliveries?event_type=order.created`);
  const bar = page.getByRole("toolbar", { name: "Selected rows" });
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await expect(bar).toContainText("20 deliveries selected");
  await bar.getByRole("button", { name: "Select all that match" }).click();
  await expect(bar).toContainText(`${COUNT} deliveries selected`);
  await bar.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog", { name: `Cancel ${COUNT} deliveries?` });
  await question.getByRole("button", { name: "Cancel deliveries" }).click();
  await expect(page.getByText(`${COUNT} deliveries were cancelled`)).toBeVisible();
  await expect(page.getByRole("cell", { name: "Discarded", exact: true })).toHaveCount(20);
  await expect(bar).toBeHidden();

  await project.ask("PUT", `endpoints/${endpoint.uid}/resume`);
  await page.getByRole("checkbox", { name: "Select all rows of this page" }).check();
  await bar.getByRole("button", { name: "Select all that match" }).click();
  await expect(bar).toContainText(`${COUNT} deliveries selected`);
  await bar.getByRole("button", { name: "Resend" }).click();
  const again = page.getByRole("alertdialog", { name: `Resend ${COUNT} deliveries?` });
  await expect(again).toContainText("Receivers get what had succeeded a second time");
  await again.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("heading", { name: `Resend of ${COUNT} deliveries` })).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(COUNT);
});
