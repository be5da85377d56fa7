import type { DeliveryStatus } from "@/lib/kernel/vocabulary";

/** A status as it is stored; `Processing` is read off a live lease. */
export type StoredStatus = Exclude<DeliveryStatus, "Processing">;

/** A delivery before something happens to it; null before it is written. */
export type State = {
  readonly status: StoredStatus;
  /** A worker or a device has it: nobody else may touch it until the lease is over. */
  readonly isLeased: boolean;
  /** It failed for good and keeps those behind it in its order from going on. */
  readonly holdsOrder: boolean;
} | null;

export const COUNTERS = ["deliveries", "attempts", "attempts_failed", "succeeded", "failed", "discarded"] as const;
export type Counter = (typeof COUNTERS)[number];
export type Counts = Readonly<Record<Counter, number>>;

/** What becomes of the queue row. `waits`: it is due after the backoff, and its lease is over. */
export type QueueChange = "enters" | "waits" | "leaves" | "stays out";

/** What becomes of the place in the order of an ordered delivery. */
export type OrderChange = "joins" | "rejoins" | "keeps" | "leaves" | "stays out";

type Rule = {
  readonly from: "nothing" | "leased" | "waiting" | "waiting or holding its order" | "not leased";
  readonly to: StoredStatus;
  readonly queue: QueueChange;
  readonly order: OrderChange;
  /** Set for the end of an attempt. */
  readonly attempt?: "succeeded" | "failed";
};

/**
 * The life of a delivery: each row is one cause of a change. The counters follow from the statuses before and after, so
 * that in any range of hours `deliveries = waiting + succeeded + failed + discarded`.
 */
export const TRANSITIONS = {
  /** An event was routed to it. */
  recorded: { from: "nothing", to: "Scheduled", queue: "enters", order: "joins" },
  /** The same, to a destination that takes nothing. */
  refused: { from: "nothing", to: "Discarded", queue: "stays out", order: "stays out" },
  succeeded: { from: "leased", to: "Success", queue: "leaves", order: "leaves", attempt: "succeeded" },
  /** An attempt failed, and another one follows. */
  retried: { from: "leased", to: "Retry", queue: "waits", order: "keeps", attempt: "failed" },
  /** An attempt failed, and none follows. Those behind it in its order wait until it is resent or cancelled. */
  failed: { from: "leased", to: "Failure", queue: "leaves", order: "keeps", attempt: "failed" },
  /** When its turn came it could not be sent: its destination or its event is gone. */
  undeliverable: { from: "leased", to: "Discarded", queue: "leaves", order: "leaves" },
  /** Its destination went while it waited. */
  abandoned: { from: "waiting", to: "Discarded", queue: "leaves", order: "leaves" },
  /** By an operator, who also lets one go that holds its order up. */
  cancelled: { from: "waiting or holding its order", to: "Discarded", queue: "leaves", order: "leaves" },
  /** Due now with a fresh retry budget, before all that wait in its order. */
  resent: { from: "not leased", to: "Scheduled", queue: "enters", order: "rejoins" },
} as const satisfies Record<string, Rule>;

export type Cause = keyof typeof TRANSITIONS;

export type Change = {
  readonly status: StoredStatus;
  /** Where lists find a delivery that ended badly, since `status` is in no index. */
  readonly dead: "Failure" | "Discarded" | null;
  readonly queue: QueueChange;
  readonly order: OrderChange;
  readonly counts: Counts;
};

/** What a cause makes of a delivery, or null when it cannot happen to one in this state. Pure. */
export function transition(state: State, cause: Cause): Change | null {
  const rule: Rule = TRANSITIONS[cause];
  return IS_FROM[rule.from](state) ? toChange(rule, state?.status ?? null) : null;
}

export type FirstCause = "recorded" | "refused";

/** How a delivery begins. */
export function firstChange(cause: FirstCause): Change {
  return CHANGES[cause];
}

/** What a cause makes of a delivery that has not ended, for statements that change many of them alike. */
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

/** Which counter holds deliveries that ended so; those that wait are counted in the queue itself. */
const OUTCOMES: Readonly<Record<StoredStatus, "succeeded" | "failed" | "discarded" | null>> = {
  Scheduled: null,
  Retry: null,
  Success: "succeeded",
  Failure: "failed",
  Discarded: "discarded",
};

/** Made once: a batch asks for each of its deliveries. */
const CHANGES = Object.fromEntries(
  Object.entries<Rule>(TRANSITIONS).map(([cause, rule]) => [
    cause,
    toChange(rule, rule.from === "nothing" ? null : "Scheduled"),
  ]),
) as Record<Cause, Change>;
