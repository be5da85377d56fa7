import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
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
