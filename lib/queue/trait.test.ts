import { expect, it } from "vitest";
import { attemptsClassOf, latencyClassesWithin, latencyClassOf, readTrait, toTrait } from "@/lib/queue/trait";

it("classes attempts by how often their number can be halved", () => {
  expect([1, 2, 3, 4, 7, 8, 127, 128, 100_000].map(attemptsClassOf)).toEqual([0, 1, 1, 2, 2, 3, 6, 7, 7]);
});

it("classes the seconds until a success, from half a second on", () => {
  const seconds = [0, 0.499, 0.5, 0.999, 1, 2.5, 3_600, 1e12];
  expect(seconds.map(latencyClassOf)).toEqual([null, null, -1, -1, 0, 1, 11, 20]);
});

it("names the classes of a range of latency, and none if a part of it is usual", () => {
  expect(latencyClassesWithin(1, 5)).toEqual([0, 1, 2]);
  expect(latencyClassesWithin(2, 2)).toEqual([1]);
  expect(latencyClassesWithin(0.1, 5)).toBeNull();
  expect(latencyClassesWithin(undefined, 5)).toBeNull();
  expect(latencyClassesWithin(0.5, undefined)).toHaveLength(22);
});

it("gives a delivery that succeeds at once no trait, and reads back any other", () => {
  expect(toTrait({ status: "Success", failedWith: null, attempts: 1 })).toBeNull();
  for (const status of ["Success", "Retry", "Failure"] as const) {
    const failedWith = status === "Success" ? null : "connection_refused";
    const stored = toTrait({ status, failedWith, attempts: 5 });
    expect(readTrait(stored ?? "")).toEqual({ status, failedWith, attemptsClass: 2 });
  }
});
