import type { Figure, Sample } from "@/lib/metrics/gauges";
import type { Inventory } from "@/lib/nouns/health/inventory";

type Groups = Inventory["endpoints"];

/** The amount of each value of a column. */
function amounts(groups: Groups, label: string): Sample[] {
  return (groups ?? []).map((group) => [Number(group.amount), { [label]: String(group[label]) }]);
}

/** What stands in the one database, which every copy tells alike. */
export const INVENTORY_FIGURES: Record<string, Figure<Inventory>> = {
  hookyard_queue_state_deliveries: {
    help: "Deliveries that are not finished, of the first 10,000: due, leased, waiting for a retry, or for a later time",
    labels: ["state"],
    of: ({ waiting }) => (waiting ?? []).map(({ state, deliveries }) => [deliveries, { state }]),
  },
  hookyard_queue_state_oldest_seconds: {
    help: "Age of the oldest delivery in a state, of the first 10,000",
    labels: ["state"],
    of: ({ waiting }) => (waiting ?? []).map(({ state, seconds }) => [seconds, { state }]),
  },
  hookyard_endpoints: {
    help: "Endpoints by status; pending: its circuit breaker is open",
    labels: ["status"],
    of: ({ endpoints }) => amounts(endpoints, "status"),
  },
  hookyard_consumers: {
    help: "Sources that Hookyard reads itself, by type and state",
    labels: ["type", "state"],
    of: ({ consumers }) => sumBy(consumers ?? []),
  },
  hookyard_consumer_lag: {
    help: "The most that waits at one source: messages, seconds, or bytes of a replication slot",
    labels: ["type", "unit"],
    of: ({ consumers }) => mostBy(consumers ?? []),
  },
  hookyard_incidents: {
    help: "Incidents that have not ended",
    labels: ["status"],
    of: ({ incidents }) => amounts(incidents, "status"),
  },
  hookyard_replays: {
    help: "Replays that have not ended",
    labels: ["status"],
    of: ({ replays }) => amounts(replays, "status"),
  },
  hookyard_notifications_waiting: {
    help: "Notifications that are not sent yet; 10,000 are ten thousand or more",
    of: ({ outbox }) => [[outbox?.waiting]],
  },
  hookyard_notifications_oldest_seconds: {
    help: "Age of the oldest notification that is not sent yet",
    of: ({ outbox }) => [[outbox && (outbox.seconds ?? 0)]],
  },
  hookyard_resources: {
    help: "Projects, and all their sources, subscriptions and devices",
    labels: ["kind"],
    of: ({ counts }) => Object.entries(counts ?? {}).map(([kind, amount]) => [amount, { kind }]),
  },
};

type Group = NonNullable<Groups>[number];

function sumBy(consumers: readonly Group[]): Sample[] {
  const sums = new Map<string, { amount: number; labels: Record<string, string> }>();
  for (const { type, state, amount } of consumers) {
    const key = `${type} ${state}`;
    const sum = sums.get(key) ?? { amount: 0, labels: { type: String(type), state: String(state) } };
    sums.set(key, { ...sum, amount: sum.amount + Number(amount) });
  }
  return [...sums.values()].map(({ amount, labels }) => [amount, labels]);
}

function mostBy(consumers: readonly Group[]): Sample[] {
  const most = new Map<string, { lag: number; labels: Record<string, string> }>();
  for (const { type, unit, lag } of consumers) {
    if (unit === null || lag === null) continue;
    const key = `${type} ${unit}`;
    const known = most.get(key)?.lag ?? 0;
    most.set(key, { lag: Math.max(known, Number(lag)), labels: { type: String(type), unit: String(unit) } });
  }
  return [...most.values()].map(({ lag, labels }) => [lag, labels]);
}
