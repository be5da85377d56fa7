import { expect, test } from "vitest";
import { Lanes, type Waiting } from "@/lib/functions/lanes";

const LIMITS = {
  runningOfLane: 1,
  waitingOfLane: 3,
  waiting: 5,
  waitingBytes: 1_000,
  timeoutsInARow: 2,
  suspendMs: 1_000,
};
const QUICK = { slow: false, timedOut: false };
const SLOW = { slow: true, timedOut: false };
const TIMEOUT = { slow: true, timedOut: true };

type Call = Waiting & { name: string };
const call = (name: string, bytes = 10): Call => ({
  name,
  lane: name.slice(0, 1),
  bytes,
  waitUntil: 500,
  isProbe: false,
});
const probe = (name: string): Call => ({ ...call(name), isProbe: true });

function lanesWith(...names: string[]) {
  const lanes = new Lanes<Call>(LIMITS);
  for (const name of names) expect(lanes.add(call(name), 0)).toBeNull();
  return lanes;
}

test("lanes take turns, each in its own order, one call of a lane at a time", () => {
  const lanes = lanesWith("a1", "a2", "b1", "c1", "b2");
  expect([lanes.next(), lanes.next(), lanes.next(), lanes.next()].map((next) => next?.name)).toEqual([
    "a1",
    "b1",
    "c1",
    undefined,
  ]);
  lanes.finish("b", QUICK, 0);
  expect(lanes.next()?.name).toBe("b2");
  lanes.finish("a", QUICK, 0);
  expect(lanes.next()?.name).toBe("a2");
  expect(lanes.size).toBe(0);
});

test("slow lanes share one place until a call of theirs is quick again", () => {
  const lanes = lanesWith("a1", "b1");
  lanes.next();
  lanes.next();
  lanes.markSlow("a");
  lanes.finish("a", SLOW, 0);
  lanes.finish("b", SLOW, 0);
  for (const name of ["a2", "b2", "c1"]) lanes.add(call(name), 0);
  expect([lanes.next()?.name, lanes.next()?.name, lanes.next()]).toEqual(["a2", "c1", null]);
  expect(lanes.hasRunnable).toBe(false);
  lanes.finish("a", QUICK, 0);
  expect(lanes.hasRunnable).toBe(true);
  lanes.add(call("a3"), 0);
  expect([lanes.next()?.name, lanes.next()?.name]).toEqual(["b2", "a3"]);
});

test("a lane that timed out twice in a row is suspended with all that waits in it, then tried", () => {
  const lanes = lanesWith("a1", "a2", "a3");
  lanes.next();
  expect(lanes.finish("a", TIMEOUT, 0)).toEqual([]);
  lanes.next();
  expect(lanes.finish("a", TIMEOUT, 0).map(({ name }) => name)).toEqual(["a3"]);
  expect(lanes.add(call("a4"), 999)).toBe("suspended");
  expect(lanes.add(call("b1"), 999)).toBeNull();
  expect(lanes.add(call("a5"), 1_000)).toBeNull();
  expect([lanes.next()?.name, lanes.next()?.name]).toEqual(["b1", "a5"]);
  expect(lanes.finish("a", TIMEOUT, 1_000)).toEqual([]);
  expect(lanes.add(call("a6"), 1_001)).toBe("suspended");
});

test("a suspended lane takes one probe in a while, and keeps the one that waits when it is suspended", () => {
  const lanes = lanesWith("a1", "a2", "a3");
  for (const at of [0, 1]) {
    lanes.next();
    lanes.finish("a", TIMEOUT, at);
  }
  expect(lanes.add(probe("a4"), 2)).toBeNull();
  expect([lanes.add(probe("a5"), 3), lanes.add(call("a6"), 3)]).toEqual(["suspended", "suspended"]);
  expect(lanes.next()?.name).toBe("a4");
  expect(lanes.finish("a", TIMEOUT, 900)).toEqual([]);
  expect([lanes.add(probe("a7"), 1_001), lanes.add(call("a8"), 1_002)]).toEqual(["suspended", "suspended"]);
  expect(lanes.add(probe("a9"), 1_002)).toBeNull();
  lanes.next();
  lanes.finish("a", QUICK, 1_003);

  const open = lanesWith("b1");
  for (const waiting of [call("b2"), probe("b3")]) expect(open.add(waiting, 0)).toBeNull();
  open.next();
  open.finish("b", TIMEOUT, 0);
  expect(open.add(probe("b4"), 0)).toBeNull();
  open.next();
  expect(open.finish("b", TIMEOUT, 0).map(({ name }) => name)).toEqual(["b4"]);
  expect(open.next()?.name).toBe("b3");
  expect(open.size).toBe(0);
});

test("a call that ends in time forgives the time-outs before it", () => {
  const lanes = lanesWith("a1", "a2", "a3");
  for (const how of [TIMEOUT, QUICK, TIMEOUT]) {
    lanes.next();
    lanes.finish("a", how, 0);
  }
  expect(lanes.add(call("a4"), 1)).toBeNull();
});

test("bounds what waits: of a lane, of all, and in bytes, but takes one of any size", () => {
  const lanes = lanesWith("a1", "a2", "a3");
  expect(lanes.add(call("a4"), 0)).toBe("overloaded");
  expect([lanes.add(call("b1"), 0), lanes.add(call("c1"), 0), lanes.add(call("d1"), 0)]).toEqual([
    null,
    null,
    "overloaded",
  ]);
  const heavy = new Lanes<Call>(LIMITS);
  expect(heavy.add(call("a1", 5_000), 0)).toBeNull();
  expect(heavy.add(call("b1", 1), 0)).toBe("overloaded");
  heavy.next();
  expect(heavy.add(call("b1", 1), 0)).toBeNull();
});

test("takes out what has waited too long, and at the end all", () => {
  const lanes = lanesWith("a1", "a2", "b1");
  lanes.add({ ...call("b2"), waitUntil: 900 }, 0);
  expect(lanes.expire(499)).toEqual([]);
  expect(lanes.expire(500).map(({ name }) => name)).toEqual(["a1", "a2", "b1"]);
  expect(lanes.refuseAll().map(({ name }) => name)).toEqual(["b2"]);
  expect([lanes.size, lanes.next()]).toEqual([0, null]);
});

test("what waits behind a call goes along in its turn, unless the lane is slow, and waits again first when it was not run", () => {
  const lanes = lanesWith("a1", "a2", "a3", "b1");
  const first = lanes.next() as Call;
  const along = lanes.takeAlong(first);
  expect([along.map(({ name }) => name), lanes.size]).toEqual([["a2", "a3"], 1]);
  lanes.add(call("a4"), 0);
  lanes.putBack("a", along.slice(1));
  expect(lanes.finish("a", SLOW, 0)).toEqual([]);
  expect([lanes.size, lanes.next()?.name]).toEqual([3, "b1"]);
  const again = lanes.next() as Call;
  expect([again.name, lanes.takeAlong(again)]).toEqual(["a3", []]);
});

test("no turn takes more bytes along than it may", () => {
  const lanes = new Lanes<Call>({ ...LIMITS, waitingBytes: 1024 * 1024 });
  for (const name of ["a1", "a2", "a3"]) lanes.add(call(name, 100 * 1024), 0);
  expect(lanes.takeAlong(lanes.next() as Call).map(({ name }) => name)).toEqual(["a2"]);
});

test("a lane takes a few calls along while others wait, and many while it is alone", () => {
  const lanes = new Lanes<Call>({ ...LIMITS, waitingOfLane: 200, waiting: 200, waitingBytes: 1024 * 1024 });
  for (let i = 0; i < 100; i++) lanes.add(call(`a${i}`), 0);
  lanes.add(call("b1"), 0);
  const first = lanes.next() as Call;
  expect(lanes.takeAlong(first)).toHaveLength(15);
  expect(lanes.next()?.name).toBe("b1");
  lanes.finish("a", QUICK, 0);
  expect(lanes.takeAlong(lanes.next() as Call)).toHaveLength(63);
  expect(lanes.size).toBe(20);
});
