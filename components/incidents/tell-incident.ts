import { formatSeconds } from "@/components/time/format-time";
import type { Incident } from "@/lib/nouns/incidents/schemas";

type Told = Pick<Incident, "status" | "recovery" | "first_seen_at" | "recovered_at" | "waiting" | "next_probe_at">;

/**
 * How an incident stands, in the same words everywhere: how long it lasts, how many deliveries wait for its endpoint,
 * and when its breaker probes; or how long it took.
 */
export function tellIncident(incident: Told, nowMs: number): string {
  if (incident.recovered_at !== null) return tellEnd(incident);
  const parts = [`for ${inMinutes(secondsFrom(incident.first_seen_at, nowMs))}`];
  if (incident.waiting > 0) parts.push(`${incident.waiting.toLocaleString("en")} waiting`);
  if (incident.next_probe_at !== null) {
    const seconds = Math.round((Date.parse(incident.next_probe_at) - nowMs) / 1_000);
    parts.push(seconds > 0 ? `next probe in ${formatSeconds(seconds)}` : "a probe is due");
  }
  return parts.join(", ");
}

function tellEnd({ recovery, first_seen_at, recovered_at }: Told): string {
  const lasted = formatSeconds(secondsFrom(first_seen_at, Date.parse(recovered_at ?? "")));
  if (recovery === "quiet") return `nothing failed so for a day, after ${lasted}`;
  return recovery === "endpoint_deleted" ? `its endpoint was deleted after ${lasted}` : `recovered after ${lasted}`;
}

/** Whole minutes, so that what follows does not move every second. */
function inMinutes(seconds: number): string {
  return seconds < 60 ? "less than a minute" : formatSeconds(seconds - (seconds % 60));
}

function secondsFrom(at: string | null, untilMs: number): number {
  return (untilMs - Date.parse(at ?? "")) / 1_000;
}
