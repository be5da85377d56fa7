import { barOf, makeTwo, rowsOf } from "@/e2e/support/filter-bar";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage, reloadPage } from "@/e2e/support/open-page";

test("events are found by words, by fields of their payload and by filters in one line", async ({
  page,
  project,
  receiver,
}) => {
  await makeTwo(project, receiver);
  await openPage(page, `${project.home}/events`);
  const bar = barOf(page);
  await bar.fill("Donald Knuth");
  await bar.press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === "Donald Knuth");
  await expect(rowsOf(page, "Events")).toHaveCount(1);
  await expect(rowsOf(page, "Events")).toContainText("order.created");
  await page.getByRole("button", { name: "Remove the filter Payload contains Donald Knuth" }).click();
  await expect(rowsOf(page, "Events")).toHaveCount(2);

  await bar.fill("data.total>100 source:shop since:2h");
  await bar.press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.get("body") === "data.total:gt:100");
  await expect(rowsOf(page, "Events")).toHaveCount(1);
  await expect(rowsOf(page, "Events")).toContainText("order.paid");
  await bar.fill("note~Ada");
  await bar.press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.getAll("body").length === 2);
  await expect(rowsOf(page, "Events")).toHaveCount(1);
});

test("deliveries are found by words, fields and headers of what came in, and nothing takes more than was found", async ({
  page,
  project,
  receiver,
}) => {
  await makeTwo(project, receiver);
  await openPage(page, `${project.home}/deliveries`);
  const bar = barOf(page);
  await bar.fill("Donald Knuth");
  await bar.press("Enter");
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === "Donald Knuth");
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
  await expect(rowsOf(page, "Deliveries")).toContainText("order.created");
  await expect(page.getByText("Every delivery that the other filters leave was searched.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Replay these…" })).toBeDisabled();
  await page.getByRole("button", { name: "Remove the filter Payload contains Donald Knuth" }).click();
  await expect(page.getByRole("link", { name: "Replay these…" })).toBeVisible();

  await bar.fill("data.total>100 note~ada status:retry header:content-type=application/json");
  await bar.press("Enter");
  await expect(
    page.getByRole("button", { name: "Remove the filter Payload data.total is more than 100" }),
  ).toBeVisible();
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
  await expect(rowsOf(page, "Deliveries")).toContainText("order.paid");
  await reloadPage(page);
  await expect(rowsOf(page, "Deliveries")).toHaveCount(1);
  await page.getByRole("button", { name: "Edit the filters as text" }).click();
  await expect(bar).toHaveValue("status:Retry header:content-type=application/json data.total>100 note~ada");
  await bar.fill("header:content-type=text/plain");
  await bar.press("Enter");
  await expect(page.getByText("No deliveries fit these filters")).toBeVisible();

  await openPage(page, `${project.home}/replays/new?q=Knuth`);
  await expect(page.getByText("A replay takes no search")).toBeVisible();
  await expect(page.getByRole("button", { name: "Freeze the deliveries" })).toHaveCount(0);
});
