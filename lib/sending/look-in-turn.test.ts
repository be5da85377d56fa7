import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WorkerTurns } from "@/lib/queue/wake";
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

it("gives each its share while there is much, a quarter of a second to one, and none looks beside it", () => {
  const { looked, workers } = openWorkers(3);
  const turns = new WorkerTurns();
  const notify = (count: number) => {
    for (let sent = 0; sent < count; sent++) {
      const turn = turns.now();
      for (const worker of workers) worker.hear({ turn, work: ["deliveries"] });
      vi.advanceTimersByTime(10);
    }
  };
  const shares = () => looked.map(({ length }) => length);
  notify(25);
  expect(shares().sort()).toEqual([0, 0, 25]);
  notify(25);
  expect(shares().sort()).toEqual([0, 25, 25]);
  notify(250);
  expect(shares()).toEqual([100, 100, 100]);
});

it("gives what is rare to one after the other", () => {
  const { looked, workers } = openWorkers(3);
  const turns = new WorkerTurns();
  const first: number[] = [];
  for (let sent = 0; sent < 9; sent++) {
    const turn = turns.now();
    const before = looked.map(({ length }) => length);
    for (const worker of workers) worker.hear({ turn, work: ["inbox"] });
    first.push(looked.findIndex(({ length }, place) => length > (before[place] ?? 0)));
    vi.advanceTimersByTime(300);
  }
  expect(first.slice(3)).toEqual(first.slice(0, 6));
  expect(new Set(first).size).toBe(3);
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
