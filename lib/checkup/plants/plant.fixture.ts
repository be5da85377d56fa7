import type { Arranged, CheckupBench } from "@/lib/checkup/checkup-bench.fixture";
import type { Facts } from "@/lib/checkup/facts/facts";
import type { FindingLevel } from "@/lib/checkup/finding";

/** Something wrong that a test brings about, with the findings that must come of it. */
export type Plant = {
  finds: Readonly<Record<string, FindingLevel>>;
  /** Told apart from other plants of the same finding by this. */
  how?: string;
  /** What this machine lacks for it, or null. */
  missing?: () => string | null;
  arrange(bench: CheckupBench): Promise<Arranged> | Arranged;
  /** For what cannot be brought about in a test, such as hours of waiting: the real facts, with that one changed. */
  alter?(facts: Facts): Facts;
};

/** A plant of settings alone. */
export function bySettings(code: string, level: FindingLevel, settings: Record<string, string>): Plant {
  return { finds: { [code]: level }, how: nameOf(settings), arrange: () => ({ settings }) };
}

function nameOf(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
