import type { Cleanup } from "@/bench/cleanup";

/** How long and how hard to press; a scenario ignores settings that it has no use for. */
export type Settings = {
  seconds: number;
  connections: number;
  outstanding: number;
  rows: number;
  /** Restricts the lists to those whose name contains this text. */
  only: string | null;
  profileFile: string | null;
};

/** The results of a scenario: for machines, for people, and as rows of the table in docs/figures.md. */
export type Outcome = {
  figures: { lost: number } & Record<string, unknown>;
  table: string;
  summary: SummaryRow[];
  /** Why the outcome is bad; null if it is good. */
  complaint: string | null;
};

/** A row of that table: what was measured, the figure, its ratio to the yardstick if it is a rate. */
export type SummaryRow = { what: string; figure: string; ratio: string };

export type Scenario = (
  settings: Settings,
  around: { cleanup: Cleanup; say(line: string): void; command: string },
) => Promise<Outcome>;
