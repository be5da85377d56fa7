import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { PulledDelivery, RegisteredDevice } from "@/lib/nouns/devices/schemas";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a device shows its waiting deliveries, comes online as it pulls, and is disabled and deleted after a question", async ({
  page,
  project,
}) => {
  await openPage(page, `${project.home}/devices`);
  await expect(page.getByText("npx hookyard listen --url")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  const source = await project.makeSource();
  const device = await project.ask<RegisteredDevice>("POST", "devices", { host_name: "ada-laptop" });
  await project.ask("POST", `devices/${device.uid}/listen`, {});
  for (const total of [1, 2]) await project.send(source, { type: "order.created", total });
  await openPage(page, `${project.home}/devices`);
  const row = page.getByRole("row", { name: /ada-laptop/ });
  await expect(row).toContainText("Offline");
  await expect(row).toContainText("2");
  await row.getByRole("link", { name: "ada-laptop" }).click();
  await expect(page.getByRole("row", { name: /order\.created/ })).toHaveCount(2);
  await expect(page.getByRole("row", { name: /order\.created/ }).first()).toContainText("ada-laptop");

  const pulled = await project.ask<PulledDelivery[]>("POST", `devices/${device.uid}/pull`, {
    wait_seconds: 0,
    limit: 1,
  });
  expect(pulled).toHaveLength(1);
  await openPage(page, `${project.home}/devices`);
  await expect(row).toContainText("Online");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.getByRole("button", { name: "Actions for ada-laptop" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 waiting delivery becomes Discarded");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(row).toContainText("Disabled");
  expect(await project.listDeliveries("Discarded")).toHaveLength(1);

  await page.getByRole("button", { name: "Actions for ada-laptop" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No device yet")).toBeVisible();
});

test("a delivery is sent to a device as a test, waits for it, and shows what the device answered", async ({
  page,
  project,
  receiver,
}) => {
  const { source } = await project.makeRoute(receiver.url);
  await project.send(source, { type: "order.created", total: 1 });
  await expect.poll(async () => (await project.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await project.listDeliveries("Success");
  const device = await project.ask<RegisteredDevice>("POST", "devices", { host_name: "ada-laptop" });

  await openPage(page, `${project.home}/deliveries/${delivery?.uid}`);
  const panel = page.getByRole("region", { name: "Delivery", exact: true });
  await panel.getByRole("tab", { name: "Test" }).click();
  const form = panel.getByRole("form", { name: "Send as a test" });
  await form.getByLabel("Payload").fill('{"type":"order.created","total":2}');
  await form.getByLabel("Send to").selectOption({ label: "ada-laptop (device, offline)" });
  await form.getByRole("button", { name: "Send test" }).click();
  const answer = panel.getByRole("status", { name: "Answer to the test" });
  await expect(answer).toContainText("Waiting for ada-laptop.");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  const pulled = await project.ask<PulledDelivery[]>("POST", `devices/${device.uid}/pull`, { wait_seconds: 0 });
  expect(pulled).toMatchObject([{ is_test: true, headers: { "webhook-test": "true" } }]);
  expect(Buffer.from(pulled[0]?.body ?? "", "base64").toString()).toBe('{"type":"order.created","total":2}');
  await expect(answer).toContainText("ada-laptop has fetched the test.");
  await project.ask("POST", `devices/${device.uid}/tests/${pulled[0]?.uid}/result`, {
    lease_id: pulled[0]?.lease_id,
    url: "http://localhost:4000/hook",
    status: 422,
    headers: { "content-type": "text/plain" },
    body: Buffer.from("no total").toString("base64"),
    duration_ms: 34,
  });
  await expect(answer).toContainText("Answered 422 after 34 ms");
  await expect(answer).toContainText("no total");

  const after = await project.ask<EventDelivery>("GET", `eventdeliveries/${delivery?.uid}`);
  expect([after.status, after.metadata.num_trials]).toEqual(["Success", 1]);
  expect(await project.listDeliveries("Success")).toHaveLength(1);
});
