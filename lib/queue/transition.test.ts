import { expect, it } from "vitest";
import {
  type Cause,
  changeOfWaiting,
  type State,
  type StoredStatus,
  TRANSITIONS,
  transition,
} from "@/lib/queue/transition";

const STATUSES: readonly StoredStatus[] = ["Scheduled", "Retry", "Success", "Failure", "Discarded"];
const STATES: readonly State[] = [
  null,
  ...STATUSES.flatMap((status) =>
    [true, false].flatMap((isLeased) => [
      { status, isLeased, holdsOrder: false },
      { status, isLeased, holdsOrder: true },
    ]),
  ),
];
const CAUSES = Object.keys(TRANSITIONS) as Cause[];
const all = CAUSES.flatMap((cause) =>
  STATES.flatMap((state) => {
    const change = transition(state, cause);
    return change ? [{ state, cause, change }] : [];
  }),
);

const waits = (status: StoredStatus | undefined) => Number(status === "Scheduled" || status === "Retry");

it("keeps the ledger balanced for every cause in every state: each delivery waits or is counted as ended", () => {
  for (const { state, change } of all) {
    const { deliveries, succeeded, failed, discarded } = change.counts;
    const waiting = waits(change.status) - waits(state?.status);
    expect(deliveries).toBe(waiting + succeeded + failed + discarded);
  }
});

it("has a row in the queue exactly while a delivery is unfinished", () => {
  for (const { state, change } of all) {
    const before = waits(state?.status) === 1;
    const after = { enters: true, waits: true, leaves: false, "stays out": before }[change.queue];
    expect(after).toBe(waits(change.status) === 1);
  }
});

it("counts each attempt that ended, and each failed one", () => {
  for (const { cause, change } of all) {
    const isAttempt = cause === "succeeded" || cause === "retried" || cause === "failed";
    expect(change.counts.attempts).toBe(Number(isAttempt));
    expect(change.counts.attempts_failed).toBe(Number(isAttempt && cause !== "succeeded"));
  }
});

it("lists a delivery among the dead exactly when it ended badly", () => {
  for (const { change } of all) {
    const isDead = change.status === "Failure" || change.status === "Discarded";
    expect(change.dead).toBe(isDead ? change.status : null);
  }
});

it("lets only its worker touch a leased delivery", () => {
  for (const { state, cause } of all) {
    const isWorkers = ["succeeded", "retried", "failed", "undeliverable"].includes(cause);
    if (state !== null) expect(state.isLeased).toBe(isWorkers);
  }
});

it("creates a delivery once", () => {
  for (const { state, cause } of all) expect(state === null).toBe(cause === "recorded" || cause === "refused");
});

it("cancels deliveries that wait or block their sequence, and no other", () => {
  const cancelled = all.filter(({ cause }) => cause === "cancelled").map(({ state }) => state);
  expect(cancelled.filter((state) => !state?.holdsOrder).map((state) => state?.status)).toEqual(["Scheduled", "Retry"]);
  expect(transition({ status: "Failure", isLeased: false, holdsOrder: true }, "cancelled")?.counts).toMatchObject({
    failed: -1,
    discarded: 1,
  });
});

it("changes many waiting deliveries as it changes one", () => {
  for (const cause of CAUSES) {
    if (cause === "recorded" || cause === "refused") continue;
    for (const isLeased of [true, false]) {
      const change = transition({ status: "Scheduled", isLeased, holdsOrder: false }, cause);
      if (change) expect(changeOfWaiting(cause)).toEqual(change);
    }
  }
});
