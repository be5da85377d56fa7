import { formatSeconds } from "@/components/time/format-time";
import type { Backlog } from "@/lib/nouns/stats/schemas";

/** A delivery that waits no longer than this is on its way. */
const MOMENT_MS = 5_000;

/** Whether more waits than what is on its way just now. */
export function isBacklog({ at, waiting, oldest_waiting_at }: Backlog): boolean {
  if (waiting === 0 || oldest_waiting_at === null) return false;
  return Date.parse(at) - Date.parse(oldest_waiting_at) > MOMENT_MS;
}

/** How the backlog moves: "120/min arrive, 300/min are delivered · empty in about 7 min". What is held or delayed does not. */
export function tellBacklog(backlog: Backlog): string {
  const { waiting, held, delayed, arrivals_per_minute, delivered_per_minute, empty_in_seconds } = backlog;
  if (held === waiting) return "all held by endpoints that are paused or whose circuit breaker is open";
  const some = (count: number, how: string) => (count === 0 ? "" : `${count.toLocaleString("en")} of them ${how} · `);
  const others = some(held, "held") + some(delayed, "for later");
  if (arrivals_per_minute + delivered_per_minute === 0) {
    return `${others}nothing arrived or was delivered in the last five minutes`;
  }
  const flow = `${amount(arrivals_per_minute)}/min arrive, ${amount(delivered_per_minute)}/min are delivered`;
  return `${others}${flow} · ${tellEnd(empty_in_seconds, arrivals_per_minute - delivered_per_minute)}`;
}

function tellEnd(emptyInSeconds: number | null, growthPerMinute: number): string {
  if (emptyInSeconds !== null) {
    return emptyInSeconds < 60 ? "empty in less than a minute" : `empty in about ${about(emptyInSeconds)}`;
  }
  if (growthPerMinute > 0) return `grows by ${amount(growthPerMinute)}/min`;
  return "does not become less";
}

/** Whole minutes below an hour, otherwise the two largest units. */
function about(seconds: number): string {
  return formatSeconds(seconds < 3_600 ? Math.round(seconds / 60) * 60 : Math.round(seconds / 3_600) * 3_600);
}

/** Fractions only of small rates, where they are what there is. */
function amount(perMinute: number): string {
  return (perMinute < 10 ? Math.round(perMinute * 10) / 10 : Math.round(perMinute)).toLocaleString("en");
}
