import type { Drilled } from "@/bench/drills/drill";

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
    recover_ms === null ? "never" : `${(recover_ms / 1_000).toFixed(1)} s`,
  ]);
  const widths = COLUMNS.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  return [toLine(COLUMNS), ...rows.map(toLine)].join("\n");
}
