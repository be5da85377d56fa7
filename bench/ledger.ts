import type { DeliveryStatus, EventStatus } from "@/lib/kernel/vocabulary";

/** An event that was answered with a 2xx: its number in the payload, and the uid of the answer. */
export type AcceptedEvent = { number: number; uid: string };

/** What the API shows for an event: its own status and those of its deliveries; null if it knows no such event. */
export type Account = { status: EventStatus; deliveries: DeliveryStatus[] } | null;

/** Every accepted event is in exactly one of `delivered`, `waiting`, `failed`, `discarded` and `lost`. */
export type Completeness = {
  accepted: number;
  delivered: number;
  waiting: number;
  failed: number;
  discarded: number;
  lost: number;
  /** Arrivals beyond the first of an event; at least once allows them. */
  duplicates: number;
  /** Delivered ones that the API does not show as Success. */
  unsettled: number;
  lostUids: string[];
};

type Fate = "delivered" | "waiting" | "failed" | "discarded" | "lost";

/**
 * Compares by ids what was accepted with what the receiver got (`times` by number) and with what the API shows (by
 * event uid). No counters are trusted: "Success" without an arrival is lost.
 */
export function reckon(
  accepted: readonly AcceptedEvent[],
  times: (number: number) => number,
  accounts: (uid: string) => Account,
): Completeness {
  const fates: Record<Fate, number> = { delivered: 0, waiting: 0, failed: 0, discarded: 0, lost: 0 };
  const lostUids: string[] = [];
  let duplicates = 0;
  let unsettled = 0;
  for (const { number, uid } of accepted) {
    const arrivals = times(number);
    const account = accounts(uid);
    const fate = arrivals > 0 ? "delivered" : fateWithoutArrival(account);
    fates[fate] += 1;
    duplicates += Math.max(0, arrivals - 1);
    if (fate === "lost") lostUids.push(uid);
    if (fate === "delivered" && !account?.deliveries.includes("Success")) unsettled += 1;
  }
  return { accepted: accepted.length, ...fates, duplicates, unsettled, lostUids };
}

export const UNFINISHED: readonly DeliveryStatus[] = ["Scheduled", "Processing", "Retry"];

const FATE_WITHOUT_DELIVERY: Readonly<Record<EventStatus, Fate>> = {
  Pending: "waiting",
  Processing: "waiting",
  Failure: "failed",
  Discarded: "discarded",
  Success: "lost",
};

function fateWithoutArrival(account: Account): Fate {
  if (account === null) return "lost";
  const { status, deliveries } = account;
  if (deliveries.length === 0) return FATE_WITHOUT_DELIVERY[status];
  if (deliveries.some((one) => UNFINISHED.includes(one))) return "waiting";
  if (deliveries.includes("Failure")) return "failed";
  return deliveries.every((one) => one === "Discarded") ? "discarded" : "lost";
}

/** The sum of several loads. */
export function addUp(parts: readonly Completeness[]): Completeness {
  const sum = (name: Exclude<keyof Completeness, "lostUids">) => parts.reduce((all, part) => all + part[name], 0);
  return {
    accepted: sum("accepted"),
    delivered: sum("delivered"),
    waiting: sum("waiting"),
    failed: sum("failed"),
    discarded: sum("discarded"),
    lost: sum("lost"),
    duplicates: sum("duplicates"),
    unsettled: sum("unsettled"),
    lostUids: parts.flatMap(({ lostUids }) => lostUids),
  };
}
