import { expect, it } from "vitest";
import { isTouched } from "@/components/data/touched-by";
import { deliveryListRead } from "@/components/deliveries/queries";
import { projectRead } from "@/components/projects/queries";
import { sourceHealthRead, sourceListRead } from "@/components/sources/queries";
import { backlogRead, sourceDaysRead } from "@/components/stats/queries";
import { viewCountRead, viewListRead } from "@/components/views/queries";

const list = deliveryListRead("p", { status: "Retry" }).queryKey;
const touches = (key: readonly unknown[], ...changed: string[]) => isTouched(key, "p", new Set(changed));

it("touches what may answer differently, and nothing of another project", () => {
  expect(touches(list, "deliveries")).toBe(true);
  expect(touches(list, "events", "refusals", "alerts", "health")).toBe(false);
  expect(touches(list, "configuration")).toBe(true);
  expect(isTouched(list, "q", new Set(["deliveries"]))).toBe(false);
  expect(touches(projectRead("p").queryKey, "configuration")).toBe(true);
  expect(touches(projectRead("p").queryKey, "deliveries")).toBe(false);
  expect(touches(sourceListRead("p").queryKey, "events")).toBe(false);
  expect(touches(sourceHealthRead("p", "s").queryKey, "events")).toBe(true);
  expect(touches(sourceDaysRead("p", ["s"]).queryKey, "refusals")).toBe(true);
  expect(touches(backlogRead("p").queryKey, "refusals", "configuration")).toBe(false);
  expect(touches(viewCountRead("p", "v").queryKey, "deliveries")).toBe(true);
  expect(touches(viewListRead("p", "deliveries").queryKey, "deliveries", "events", "configuration")).toBe(false);
  expect(touches(viewListRead("p", "deliveries").queryKey, "audit_log")).toBe(true);
  for (const noun of ["problems", "notifications", "alert-routes"]) {
    expect(touches(["projects", "p", noun], "problems")).toBe(true);
    expect(touches(["projects", "p", noun], "incidents", "deliveries", "configuration")).toBe(false);
  }
  expect(touches(["me"], "audit_log", "configuration")).toBe(false);
  expect([touches(["health"], "health"), touches(["health"], "events")]).toEqual([true, false]);
});

it("touches everything of the project after what people and keys did, and unknown reads after anything", () => {
  for (const noun of ["eventdeliveries", "members", "alerts", "audit-log"]) {
    expect(touches(["projects", "p", noun, {}], "audit_log")).toBe(true);
  }
  expect(touches(["projects", "p", "audit-log", {}], "deliveries")).toBe(false);
  expect(touches(["projects", "p", "something-new"], "something_new")).toBe(true);
});
