import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RecentSignals } from "@/components/data/recent-signals";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("has what came in the last five seconds", () => {
  const signals = new RecentSignals();
  signals.add(["events", "deliveries"]);
  vi.advanceTimersByTime(4_000);
  signals.add(["deliveries", "problems"]);
  expect(signals.get()).toEqual(new Set(["events", "deliveries", "problems"]));
  vi.advanceTimersByTime(1_500);
  expect(signals.get()).toEqual(new Set(["deliveries", "problems"]));
  vi.advanceTimersByTime(5_000);
  expect(signals.get()).toEqual(new Set());
});
