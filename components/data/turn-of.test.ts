import { expect, it } from "vitest";
import { TURNS_MS, turnMsOf } from "@/components/data/turn-of";
import { deliveryListRead, deliveryRead } from "@/components/deliveries/queries";
import { deliveryCountsRead } from "@/components/stats/queries";

const turn = (queryKey: readonly unknown[], ...staleTimes: unknown[]) =>
  turnMsOf({ queryKey, observers: staleTimes.map((staleTime) => ({ options: { staleTime } })) });

it("reads lists, counts and attempts at once, and what has its payload less often", () => {
  expect(turn(deliveryListRead("p", {}).queryKey, 2_000)).toBe(TURNS_MS.shown);
  expect(turn(deliveryCountsRead("p", {}).queryKey, 2_000)).toBe(TURNS_MS.shown);
  expect(turn(["projects", "p", "eventdeliveries", "d", "deliveryattempts"], 2_000)).toBe(TURNS_MS.shown);
  expect(turn(deliveryRead("p", "d").queryKey, 2_000)).toBe(TURNS_MS.payload);
});

it("reads what need not be new the least often, unless it is shown as well", () => {
  const choices = ["projects", "p", "endpoints", { perPage: 100 }];
  expect(turn(choices, 30_000)).toBe(TURNS_MS.seldom);
  expect(turn(choices, 30_000, 2_000)).toBe(TURNS_MS.shown);
  expect(turn(choices, 30_000, undefined)).toBe(TURNS_MS.shown);
});
