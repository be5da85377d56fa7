import { expect, it } from "vitest";
import { chooseStatuses, HELD } from "./held-filter";

it.each([
  ["a status", ["Failure", "Retry"], false, { status: ["Failure", "Retry"], held: null }],
  ["Held besides others", ["Failure", HELD], false, { status: [], held: "true" }],
  ["another besides Held", [HELD, "Failure"], true, { status: ["Failure"], held: null }],
  ["nothing instead of Held", [], true, { status: [], held: null }],
])("chooses %s", (_, chosen, isHeldShown, filters) => {
  expect(chooseStatuses(chosen, isHeldShown)).toEqual(filters);
});
