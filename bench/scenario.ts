import type { Cleanup } from "@/bench/cleanup";

/** How long and how hard to press; what a scenario has no use for it passes over. */
export type Settings = {
  seconds: number;
  connections: number;
  outstanding: number;
  rows: number;
  /** Of the lists, only those whose name has this text in it. */
  only: string | null;
  profileFile: string | null;
};

/** What a scenario found: for machines, for people, and as lines of the README's table. */
export type Outcome = {
  figures: { lost: number } & Record<string, unknown>;
  table: string;
  summary: SummaryLine[];
  /** Why the outcome is bad; null when it is good. */
  complaint: string | null;
};

/** A line of the README's table: what was measured, the figure, its ratio to the yardstick where it is a rate. */
export type SummaryLine = { what: string; figure: string; ratio: string };

export type Scenario = (
  settings: Settings,
  around: { cleanup: Cleanup; say(line: string): void; command: string },
) => Promise<Outcome>;
