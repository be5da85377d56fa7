import type { Drilled } from "@/bench/drills/drill";
import { type Found, holds } from "@/bench/drills/faults/fault";
import { type DrilledOnServers, standsUp } from "@/bench/drills/servers/server-drill";

const COLUMNS = [
  "drill",
  "accepted",
  "delivered",
  "duplicates",
  "waiting",
  "lost",
  "unbalanced",
  "recovered after",
] as const;

/** The drills for people. */
export function toDrillTable(drills: readonly Drilled[]): string {
  return toTable(COLUMNS, drills.map(toDrillRow));
}

function toDrillRow(drilled: Drilled): string[] {
  const { name, accepted, delivered, duplicates, waiting, lost, unbalanced, recover_ms } = drilled;
  const counts = [accepted, delivered, duplicates, waiting, lost, unbalanced];
  return [name, ...counts.map((count) => count.toLocaleString("en-US")), toSeconds(recover_ms)];
}

const SERVER_COLUMNS = [
  ...COLUMNS,
  "refused",
  "longest pause",
  "others' pause",
  "others' p99",
  "their own",
  "as promised",
] as const;

/** The drills with servers of a distributed database, for people. */
export function toServerTable(drills: readonly DrilledOnServers[]): string {
  const rows = drills.map((one) => [
    ...toDrillRow(one),
    one.refused.toLocaleString("en-US"),
    toSecondsOf(one.pause_ms),
    toSecondsOf(one.others_pause_ms),
    toMs(one.others_p99_ms?.meanwhile),
    toMs(one.others_p99_ms?.own),
    standsUp(one) ? "yes" : "NO",
  ]);
  return toTable(SERVER_COLUMNS, rows);
}

const FAULT_COLUMNS = [
  "fault",
  "rule",
  "fires after",
  "messages",
  "others heard",
  "log",
  "over after",
  "holds",
] as const;

/** What came of faults, for people. */
export function toFaultTable(found: readonly Found[]): string {
  const rows = found.map((one) => [
    one.name,
    one.rule,
    toSeconds(one.fires_after_ms),
    `${one.firing} + ${one.over}`,
    String(one.others),
    one.log === null ? "silent" : "names it",
    toSeconds(one.over_after_ms),
    holds(one) ? "yes" : "NO",
  ]);
  return toTable(FAULT_COLUMNS, rows);
}

function toSeconds(ms: number | null): string {
  return ms === null ? "never" : `${(ms / 1_000).toFixed(1)} s`;
}

/** A dash where there is nobody of whom it would be. */
function toSecondsOf(ms: number | null): string {
  return ms === null ? "–" : toSeconds(ms);
}

function toMs(ms: number | undefined): string {
  if (ms === undefined) return "–";
  return Number.isFinite(ms) ? `${Math.round(ms)} ms` : "never";
}

/** Aligned to the right, but for the first column. */
function toTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return [toLine(columns), ...rows.map(toLine)].join("\n");
}
