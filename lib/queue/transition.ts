import type { DeliveryStatus } from "@/lib/kernel/vocabulary";

/** A status as it is stored. `Processing` is read from a live lease. */
export type StoredStatus = Exclude<DeliveryStatus, "Processing">;

/** A delivery before a change; null before it is written. */
export type State = {
  readonly status: StoredStatus;
  /** A worker or a device has it: nobody else may touch it until the lease ends. */
  readonly isLeased: boolean;
  /** It failed for good and blocks those behind it in its sequence. */
  readonly holdsOrder: boolean;
} | null;

export const COUNTERS = ["deliveries", "attempts", "attempts_failed", "succeeded", "failed", "discarded"] as const;
export type Counter = (typeof COUNTERS)[number];
export type Counts = Readonly<Record<Counter, number>>;

/** The change of the queue row. `waits`: it is due after the backoff, and its lease is over. */
export type QueueChange = "enters" | "waits" | "leaves" | "stays out";

/** The change of the position of an ordered delivery. */
export type OrderChange = "joins" | "rejoins" | "keeps" | "leaves" | "stays out";

type Rule = {
  readonly from: "nothing" | "leased" | "waiting" | "waiting or holding its order" | "not leased";
  readonly to: StoredStatus;
  readonly queue: QueueChange;
  readonly order: OrderChange;
  /** Present if an attempt ended. */
  readonly attempt?: "succeeded" | "failed";
};

/**
 * The life of a delivery: each row is one cause of a change. The counters follow from the statuses before and after, so
 * that `deliveries = waiting + succeeded + failed + discarded` holds in any range of hours.
 */
export const TRANSITIONS = {
  /** An event was routed to it. */
  recorded: { from: "nothing", to: "Scheduled", queue: "enters", order: "joins" },
  /** An event was routed to a destination that takes nothing. */
  refused: { from: "nothing", to: "Discarded", queue: "stays out", order: "stays out" },
  succeeded: { from: "leased", to: "Success", queue: "leaves", order: "leaves", attempt: "succeeded" },
  /** An attempt failed, and another one follows. */
  retried: { from: "leased", to: "Retry", queue: "waits", order: "keeps", attempt: "failed" },
  /** An attempt failed, and none follows. Those behind it in its sequence wait until it is resent or cancelled. */
  failed: { from: "leased", to: "Failure", queue: "leaves", order: "keeps", attempt: "failed" },
  /** It could not be sent when its turn came: its destination or its event is gone. */
  undeliverable: { from: "leased", to: "Discarded", queue: "leaves", order: "leaves" },
  /** Its destination was removed while it waited. */
  abandoned: { from: "waiting", to: "Discarded", queue: "leaves", order: "leaves" },
  /** An operator cancelled it; this also applies to one that blocks its sequence. */
  cancelled: { from: "waiting or holding its order", to: "Discarded", queue: "leaves", order: "leaves" },
  /** Due now with a fresh retry budget, before all that wait in its sequence. */
  resent: { from: "not leased", to: "Scheduled", queue: "enters", order: "rejoins" },
} as const satisfies Record<string, Rule>;

export type Cause = keyof typeof TRANSITIONS;

export type Change = {
  readonly status: StoredStatus;
  /** The list that has a delivery that ended badly, since `status` is in no index. */
  readonly dead: "Failure" | "Discarded" | null;
  readonly queue: QueueChange;
  readonly order: OrderChange;
  readonly counts: Counts;
};

/** The change that a cause makes to a delivery; null if the cause cannot occur in this state. Pure. */
export function transition(state: State, cause: Cause): Change | null {
  const rule: Rule = TRANSITIONS[cause];
  return IS_FROM[rule.from](state) ? toChange(rule, state?.status ?? null) : null;
}

export type FirstCause = "recorded" | "refused";

/** The first change of a delivery. */
export function firstChange(cause: FirstCause): Change {
  return CHANGES[cause];
}

/** The change that a cause makes to an unfinished delivery, for statements that change many of them alike. */
export function changeOfWaiting(cause: Exclude<Cause, FirstCause>): Change {
  return CHANGES[cause];
}

/** The statuses of deliveries that have a row in the queue. */
export function isWaiting(status: StoredStatus): boolean {
  return status === "Scheduled" || status === "Retry";
}

const IS_FROM: Readonly<Record<Rule["from"], (state: State) => boolean>> = {
  nothing: (state) => state === null,
  leased: (state) => state?.isLeased === true,
  waiting: (state) => state?.isLeased === false && isWaiting(state.status),
  "waiting or holding its order": (state) => state?.isLeased === false && (isWaiting(state.status) || state.holdsOrder),
  "not leased": (state) => state?.isLeased === false,
};

function toChange({ to, queue, order, attempt }: Rule, before: StoredStatus | null): Change {
  const counts = { deliveries: 0, attempts: 0, attempts_failed: 0, succeeded: 0, failed: 0, discarded: 0 };
  if (before === null) counts.deliveries = 1;
  if (attempt) counts.attempts = 1;
  if (attempt === "failed") counts.attempts_failed = 1;
  const was = before && OUTCOMES[before];
  if (was) counts[was] -= 1;
  const becomes = OUTCOMES[to];
  if (becomes) counts[becomes] += 1;
  return { status: to, dead: to === "Failure" || to === "Discarded" ? to : null, queue, order, counts };
}

/** The counter of deliveries that ended with a status; those that wait are counted in the queue itself. */
const OUTCOMES: Readonly<Record<StoredStatus, "succeeded" | "failed" | "discarded" | null>> = {
  Scheduled: null,
  Retry: null,
  Success: "succeeded",
  Failure: "failed",
  Discarded: "discarded",
};

/** Computed once: a batch asks for each of its deliveries. */
const CHANGES = Object.fromEntries(
  Object.entries<Rule>(TRANSITIONS).map(([cause, rule]) => [
    cause,
    toChange(rule, rule.from === "nothing" ? null : "Scheduled"),
  ]),
) as Record<Cause, Change>;
