import { describe, expect, it } from "vitest";
import { chooseStatuses, HELD, heldFilters, showsHeld } from "./held-filter";

const HOLDING = ["e1", "e2"];

it("finds what is held by the endpoints that hold, and knows its own filter again", () => {
  const filters = heldFilters(HOLDING);
  expect(filters).toEqual({ status: ["Scheduled", "Retry"], endpointId: HOLDING });
  expect(showsHeld({ status: ["Retry", "Scheduled"], endpointId: ["e2"] }, HOLDING)).toBe(true);
  expect(showsHeld({ status: ["Retry", "Scheduled"], endpointId: [] }, HOLDING)).toBe(false);
  expect(showsHeld({ status: ["Retry", "Scheduled"], endpointId: ["other"] }, HOLDING)).toBe(false);
  expect(showsHeld({ status: ["Scheduled"], endpointId: HOLDING }, HOLDING)).toBe(false);
});

describe("a choice among the statuses", () => {
  it("leaves the endpoints alone", () => {
    expect(chooseStatuses(["Failure", "Retry"], false, HOLDING)).toEqual({ status: ["Failure", "Retry"] });
  });

  it("of Held replaces the others, and one besides Held replaces it with its endpoints", () => {
    expect(chooseStatuses(["Failure", HELD], false, HOLDING)).toEqual(heldFilters(HOLDING));
    expect(chooseStatuses([HELD, "Failure"], true, HOLDING)).toEqual({ status: ["Failure"], endpointId: [] });
    expect(chooseStatuses([], true, HOLDING)).toEqual({ status: [], endpointId: [] });
  });
});
