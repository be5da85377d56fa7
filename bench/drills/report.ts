import type { Drilled } from "@/bench/drills/drill";
import { type Found, holds } from "@/bench/drills/faults/fault";

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
  const rows = drills.map(({ name, accepted, delivered, duplicates, waiting, lost, unbalanced, recover_ms }) => [
    name,
    ...[accepted, delivered, duplicates, waiting, lost, unbalanced].map((count) => count.toLocaleString("en-US")),
    toSeconds(recover_ms),
  ]);
  return toTable(COLUMNS, rows);
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

/** Aligned to the right, but for the first column. */
function toTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return [toLine(columns), ...rows.map(toLine)].join("\n");
}
