import { expect, test } from "vitest";
import { CallQueues, type Waiting } from "@/lib/functions/call-queues";

const LIMITS = {
  runningOfQueue: 1,
  waitingOfQueue: 3,
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
  queue: name.slice(0, 1),
  bytes,
  waitUntil: 500,
  isProbe: false,
});
const probe = (name: string): Call => ({ ...call(name), isProbe: true });

function queuesWith(...names: string[]) {
  const queues = new CallQueues<Call>(LIMITS);
  for (const name of names) expect(queues.add(call(name), 0)).toBeNull();
  return queues;
}

test("queues take turns, each in its own order, one call of a queue at a time", () => {
  const queues = queuesWith("a1", "a2", "b1", "c1", "b2");
  expect([queues.next(), queues.next(), queues.next(), queues.next()].map((next) => next?.name)).toEqual([
    "a1",
    "b1",
    "c1",
    undefined,
  ]);
  queues.finish("b", QUICK, 0);
  expect(queues.next()?.name).toBe("b2");
  queues.finish("a", QUICK, 0);
  expect(queues.next()?.name).toBe("a2");
  expect(queues.size).toBe(0);
});

test("slow queues share one place until a call of theirs is quick again", () => {
  const queues = queuesWith("a1", "b1");
  queues.next();
  queues.next();
  queues.markSlow("a");
  queues.finish("a", SLOW, 0);
  queues.finish("b", SLOW, 0);
  for (const name of ["a2", "b2", "c1"]) queues.add(call(name), 0);
  expect([queues.next()?.name, queues.next()?.name, queues.next()]).toEqual(["a2", "c1", null]);
  expect(queues.hasRunnable).toBe(false);
  queues.finish("a", QUICK, 0);
  expect(queues.hasRunnable).toBe(true);
  queues.add(call("a3"), 0);
  expect([queues.next()?.name, queues.next()?.name]).toEqual(["b2", "a3"]);
});

test("a queue that timed out twice in a row is suspended with all that waits in it, then tried", () => {
  const queues = queuesWith("a1", "a2", "a3");
  queues.next();
  expect(queues.finish("a", TIMEOUT, 0)).toEqual([]);
  queues.next();
  expect(queues.finish("a", TIMEOUT, 0).map(({ name }) => name)).toEqual(["a3"]);
  expect(queues.add(call("a4"), 999)).toBe("suspended");
  expect(queues.add(call("b1"), 999)).toBeNull();
  expect(queues.add(call("a5"), 1_000)).toBeNull();
  expect([queues.next()?.name, queues.next()?.name]).toEqual(["b1", "a5"]);
  expect(queues.finish("a", TIMEOUT, 1_000)).toEqual([]);
  expect(queues.add(call("a6"), 1_001)).toBe("suspended");
});

test("a suspended queue takes one probe in a while, and keeps the one that waits when it is suspended", () => {
  const queues = queuesWith("a1", "a2", "a3");
  for (const at of [0, 1]) {
    queues.next();
    queues.finish("a", TIMEOUT, at);
  }
  expect(queues.add(probe("a4"), 2)).toBeNull();
  expect([queues.add(probe("a5"), 3), queues.add(call("a6"), 3)]).toEqual(["suspended", "suspended"]);
  expect(queues.next()?.name).toBe("a4");
  expect(queues.finish("a", TIMEOUT, 900)).toEqual([]);
  expect([queues.add(probe("a7"), 1_001), queues.add(call("a8"), 1_002)]).toEqual(["suspended", "suspended"]);
  expect(queues.add(probe("a9"), 1_002)).toBeNull();
  queues.next();
  queues.finish("a", QUICK, 1_003);

  const open = queuesWith("b1");
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
  const queues = queuesWith("a1", "a2", "a3");
  for (const how of [TIMEOUT, QUICK, TIMEOUT]) {
    queues.next();
    queues.finish("a", how, 0);
  }
  expect(queues.add(call("a4"), 1)).toBeNull();
});

test("bounds what waits: of a queue, of all, and in bytes, but takes one of any size", () => {
  const queues = queuesWith("a1", "a2", "a3");
  expect(queues.add(call("a4"), 0)).toBe("overloaded");
  expect([queues.add(call("b1"), 0), queues.add(call("c1"), 0), queues.add(call("d1"), 0)]).toEqual([
    null,
    null,
    "overloaded",
  ]);
  const heavy = new CallQueues<Call>(LIMITS);
  expect(heavy.add(call("a1", 5_000), 0)).toBeNull();
  expect(heavy.add(call("b1", 1), 0)).toBe("overloaded");
  heavy.next();
  expect(heavy.add(call("b1", 1), 0)).toBeNull();
});

test("takes out what has waited too long, and at the end all", () => {
  const queues = queuesWith("a1", "a2", "b1");
  queues.add({ ...call("b2"), waitUntil: 900 }, 0);
  expect(queues.expire(499)).toEqual([]);
  expect(queues.expire(500).map(({ name }) => name)).toEqual(["a1", "a2", "b1"]);
  expect(queues.refuseAll().map(({ name }) => name)).toEqual(["b2"]);
  expect([queues.size, queues.next()]).toEqual([0, null]);
});

test("what waits behind a call goes along in its turn, unless the queue is slow, and waits again first when it was not run", () => {
  const queues = queuesWith("a1", "a2", "a3", "b1");
  const first = queues.next() as Call;
  const along = queues.takeAlong(first);
  expect([along.map(({ name }) => name), queues.size]).toEqual([["a2", "a3"], 1]);
  queues.add(call("a4"), 0);
  queues.putBack("a", along.slice(1));
  expect(queues.finish("a", SLOW, 0)).toEqual([]);
  expect([queues.size, queues.next()?.name]).toEqual([3, "b1"]);
  const again = queues.next() as Call;
  expect([again.name, queues.takeAlong(again)]).toEqual(["a3", []]);
});

test("no turn takes more bytes along than it may", () => {
  const queues = new CallQueues<Call>({ ...LIMITS, waitingBytes: 1024 * 1024 });
  for (const name of ["a1", "a2", "a3"]) queues.add(call(name, 100 * 1024), 0);
  expect(queues.takeAlong(queues.next() as Call).map(({ name }) => name)).toEqual(["a2"]);
});

test("a queue takes a few calls along while others wait, and many while it is alone", () => {
  const queues = new CallQueues<Call>({ ...LIMITS, waitingOfQueue: 200, waiting: 200, waitingBytes: 1024 * 1024 });
  for (let i = 0; i < 100; i++) queues.add(call(`a${i}`), 0);
  queues.add(call("b1"), 0);
  const first = queues.next() as Call;
  expect(queues.takeAlong(first)).toHaveLength(15);
  expect(queues.next()?.name).toBe("b1");
  queues.finish("a", QUICK, 0);
  expect(queues.takeAlong(queues.next() as Call)).toHaveLength(63);
  expect(queues.size).toBe(20);
});
