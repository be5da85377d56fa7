import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test("the chart above the deliveries narrows the list to a range, and says which filters are not in it", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await project.send(source, { type: "order.paid" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(2);
  await openPage(page, `${project.home}/deliveries?event_type=order.paid`);
  const chart = page.getByRole("region", { name: "Deliveries over time" });
  await expect(chart).toContainText("Deliveries by the hour, without the other filters");
  const slider = chart.getByRole("slider");
  await expect(slider).toHaveAttribute("aria-valuetext", /: 2 deliveries, 2 succeeded$/);
  await slider.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/startDate=.*endDate=/);
  await expect(page.getByRole("row", { name: /order\.paid/ })).toBeVisible();

  await openPage(page, `${project.home}/deliveries?event_type=order.paid`);
  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No deliveries fit these filters")).toBeVisible();
});

test("a phone, which has no room for the chart, does not ask for its counts", async ({ page, project, receiver }) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await receiver.waitFor(() => true);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/stats")) asked.push(request.url());
  });
  const chart = page.getByRole("region", { name: "Deliveries over time" });
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `${project.home}/deliveries`);
  await expect(page.getByText("order.created")).toBeVisible();
  await expect(chart).toBeHidden();
  expect(asked).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(chart.getByRole("slider")).toBeVisible();
  expect(asked).toHaveLength(1);
});
