import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";

test.use({ timezoneId: "America/St_Johns" });

test("times are shown and taken in the browser's zone, in UTC or in any other, and name it", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created" });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  const at = delivery?.created_at ?? "";
  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  const shown = page.locator(`time[title="${at}"]`);
  await expect(shown).toHaveText(/ UTC-[23]:30$/);

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitemradio", { name: "Time in UTC" }).click();
  const inUtc = `${at.slice(0, 19).replace("T", " ")}.`;
  await expect(shown).toContainText(inUtc);
  await expect(shown).toHaveText(/ UTC$/);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain(inUtc);

  await page.goto(`${project.home}/deliveries`);
  await page.getByRole("button", { name: "Any time" }).click();
  const range = page.getByRole("dialog", { name: "Date range" });
  await expect(range).toContainText("In UTC");
  await range.getByLabel("From").fill("2026-01-31T12:00:00");
  await range.getByRole("button", { name: "Show range" }).click();
  await expect(page).toHaveURL(/startDate=2026-01-31T12(:|%3A)00(:|%3A)00.000Z/);

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Another time zone…" }).click();
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await page.goBack();
  await expect(page.getByRole("button", { name: "Since 2026-01-31 21:00" })).toBeVisible();
});

test("the palette chooses the zone, and a cookie that names none is not used", async ({
  page,
  context,
  copy,
  project,
}) => {
  await context.addCookies([{ name: "zone", value: "Nowhere/Else", url: copy.url }]);
  const endpoint = await project.makeEndpoint({ url: "http://127.0.0.1:9/hook" });
  await openPage(page, `${project.home}/endpoints/${endpoint.uid}`);
  const created = page.locator(`time[title="${endpoint.created_at}"]`);
  await expect(created).toHaveText(/ UTC-[23]:30$/);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").fill("times");
  await palette.getByRole("option", { name: "Times: UTC" }).click();
  await expect(created).toHaveText(/ UTC$/);
});

test("the server writes the times of a browser that was here before in its zone, and follows one that moved", async ({
  page,
  context,
  copy,
  project,
}) => {
  const endpoint = await project.makeEndpoint({ url: "http://127.0.0.1:9/hook" });
  const address = `${project.home}/endpoints/${endpoint.uid}`;
  const html = async () => (await page.request.get(address)).text();
  const ours = /UTC-[23]:30/;
  expect(await html()).not.toMatch(ours);
  await openPage(page, address);
  await expect(page.locator(`time[title="${endpoint.created_at}"]`)).toHaveText(ours);
  await expect.poll(html).toMatch(ours);

  await context.addCookies([{ name: "local_zone", value: "Asia/Tokyo", url: copy.url }]);
  expect(await html()).toContain("UTC+9");
  await openPage(page, address);
  await expect(page.locator(`time[title="${endpoint.created_at}"]`)).toHaveText(ours);
  await expect.poll(html).toMatch(ours);

  await context.addCookies([{ name: "local_zone", value: "Nowhere/Else", url: copy.url }]);
  expect(await html()).not.toMatch(ours);
});
