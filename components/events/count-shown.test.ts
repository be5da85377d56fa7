import { expect, it } from "vitest";
import { countShown } from "./count-shown";

const HOLDING = ["paused", "pending"];

it("calls held what waits if every endpoint of the event holds", () => {
  const endpoints = ["paused", "pending"];
  expect(countShown({ deliveries: { Scheduled: 1, Retry: 1 }, endpoints }, HOLDING)).toEqual({ Held: 2 });
  expect(countShown({ deliveries: { Scheduled: 1, Success: 1 }, endpoints }, HOLDING)).toEqual({ Success: 1, Held: 1 });
});

it("leaves the statuses of the API where one of the deliveries may not be held", () => {
  const partly = { Scheduled: 1, Success: 1 };
  expect(countShown({ deliveries: partly, endpoints: ["active", "paused"] }, HOLDING)).toEqual(partly);
  expect(countShown({ deliveries: { Scheduled: 2 }, endpoints: ["paused"] }, HOLDING)).toEqual({ Scheduled: 2 });
});
