import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LookInTurn } from "@/lib/sending/look-in-turn";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The workers of several copies, and what each looked for. */
function openWorkers(of: number) {
  const looked: string[][] = Array.from({ length: of }, () => []);
  const workers = looked.map(
    (own, place) =>
      new LookInTurn(
        (turn) => turn % of === place,
        (work) => own.push([...work].join("+")),
      ),
  );
  return { looked, workers };
}

it("lets one look at once, and the others only when it has become quiet", () => {
  const { looked, workers } = openWorkers(3);
  for (const worker of workers) worker.hear({ turn: 4, work: ["deliveries"] });
  expect(looked).toEqual([[], ["deliveries"], []]);
  vi.advanceTimersByTime(49);
  expect(looked).toEqual([[], ["deliveries"], []]);
  vi.advanceTimersByTime(1);
  expect(looked).toEqual([["deliveries"], ["deliveries"], ["deliveries"]]);
  vi.advanceTimersByTime(1_000);
  expect(looked.flat()).toHaveLength(3);
});

it("gives each its share while there is much, and none looks beside the one whose turn it is", () => {
  const { looked, workers } = openWorkers(3);
  for (let turn = 0; turn < 300; turn++) {
    for (const worker of workers) worker.hear({ turn, work: ["deliveries"] });
    vi.advanceTimersByTime(10);
  }
  expect(looked.map(({ length }) => length)).toEqual([100, 100, 100]);
});

it("looks for all that it heard of since it looked last", () => {
  const { looked, workers } = openWorkers(2);
  const [first] = workers;
  first?.hear({ turn: 1, work: ["inbox"] });
  first?.hear({ turn: 2, work: ["deliveries"] });
  first?.hear({ turn: 3, work: ["pulls"] });
  expect(looked[0]).toEqual(["inbox+deliveries"]);
  vi.advanceTimersByTime(50);
  expect(looked[0]).toEqual(["inbox+deliveries", "pulls"]);
});

it("looks for nothing once it has stopped", () => {
  const { looked, workers } = openWorkers(2);
  workers[0]?.hear({ turn: 1, work: ["inbox"] });
  workers[0]?.stop();
  vi.advanceTimersByTime(1_000);
  expect(looked.flat()).toEqual([]);
});
