import { toWallClock } from "@/components/time/zone";

const STEPS: [limitMs: number, unitMs: number, suffix: string][] = [
  [60_000, 1_000, "s"],
  [3_600_000, 60_000, "min"],
  [86_400_000, 3_600_000, "h"],
  [Number.POSITIVE_INFINITY, 86_400_000, "d"],
];

/** How long ago or how far ahead: "now", "12 s ago", "in 3 min", "5 d ago". */
export function formatRelative(at: Date, nowMs: number): string {
  const distanceMs = at.getTime() - nowMs;
  const amount = formatAmount(Math.abs(distanceMs));
  if (amount === null) return "now";
  return distanceMs > 0 ? `in ${amount}` : `${amount} ago`;
}

function formatAmount(ms: number): string | null {
  if (ms < 1_000) return null;
  for (const [limit, unit, suffix] of STEPS) {
    if (ms < limit) return `${Math.floor(ms / unit)} ${suffix}`;
  }
  return null;
}

/** A length of time as an operator reads it: "84 ms", "1.20 s", "2 min 5 s". */
export function formatDurationMs(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`;
  return formatSeconds(Math.round(ms / 1_000));
}

const PARTS: [seconds: number, suffix: string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** Whole seconds in their two largest units: "45 s", "2 h", "1 d 6 h". */
export function formatSeconds(seconds: number): string {
  let rest = Math.max(0, Math.round(seconds));
  if (rest === 0) return "0 s";
  const words: string[] = [];
  for (const [size, suffix] of PARTS) {
    const count = Math.floor(rest / size);
    if (count > 0) words.push(`${count} ${suffix}`);
    rest -= count * size;
    if (words.length === 2) break;
  }
  return words.join(" ");
}

/** Date and time with milliseconds in a time zone, sortable: "2026-07-01 14:03:11.204". */
export function formatExact(at: Date, zone: string): string {
  return toWallClock(at, zone).replace("T", " ");
}
