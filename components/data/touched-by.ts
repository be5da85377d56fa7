import type { QueryKey } from "@tanstack/react-query";
import type { Signal } from "@/lib/kernel/vocabulary";

/** What makes the reads of a noun answer differently, besides what people and keys do, which may change any of them. */
const TOUCHED_BY: Readonly<Record<string, readonly Signal[]>> = {
  events: ["events", "deliveries", "configuration"],
  eventdeliveries: ["deliveries", "configuration"],
  stats: ["events", "deliveries"],
  // It counts every row of the queue, and says when: people read it again when they want to.
  ledger: [],
  endpoints: ["deliveries", "configuration"],
  sources: ["configuration"],
  "source-remains": ["configuration"],
  receivers: ["receivers"],
  subscriptions: ["configuration"],
  "function-versions": ["configuration"],
  "event-types": ["configuration"],
  catalogue: ["configuration"],
  devices: ["deliveries", "configuration"],
  incidents: ["incidents", "deliveries"],
  alerts: ["alerts"],
  problems: ["problems"],
  notifications: ["problems"],
  // With the time of its last message.
  "alert-routes": ["problems"],
  "alert-rules": [],
  "audit-log": [],
  "api-keys": ["configuration"],
  members: [],
  invitations: [],
  replays: ["deliveries"],
  // Saved views are changed by people alone; what one finds is another matter.
  views: [],
  "meta-events": ["deliveries", "configuration"],
  // The project itself.
  "": ["configuration"],
};

/** The health of sources and what they refused. */
const OF_SOURCES: readonly Signal[] = ["events", "refusals", "configuration"];

const OF_A_COUNT: readonly Signal[] = ["events", "deliveries", "configuration"];

/** Whether what was read at this key may be another after the signals. What is not known may change with anything. */
export function isTouched(key: QueryKey, projectID: string, changed: ReadonlySet<string>): boolean {
  if (key[0] === "health") return changed.has("health");
  if (key[0] !== "projects" || key[1] !== projectID) return false;
  if (changed.has("audit_log")) return true;
  const signals = signalsOf(key);
  return signals === undefined || signals.some((signal) => changed.has(signal));
}

function signalsOf(key: QueryKey): readonly string[] | undefined {
  if (isOfOneSource(key) || isOfDaysOfSources(key)) return OF_SOURCES;
  return isCountOfView(key) ? OF_A_COUNT : TOUCHED_BY[nounOf(key)];
}

/** How many rows a saved view finds. */
export function isCountOfView(key: QueryKey): boolean {
  return nounOf(key) === "views" && key[4] === "count";
}

function isOfOneSource(key: QueryKey): boolean {
  return nounOf(key) === "sources" && typeof key[4] === "string";
}

function isOfDaysOfSources(key: QueryKey): boolean {
  return nounOf(key) === "stats" && key[3] === "sources";
}

/** The noun of a read of a project; `""` for the project itself. */
export function nounOf(key: QueryKey): string {
  return typeof key[2] === "string" ? key[2] : "";
}
