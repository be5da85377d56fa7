import { readEnvironment, toEnvironmentLines } from "@/bench/environment";
import type { Completeness } from "@/bench/ledger";
import { type Profile, toProfileLines } from "@/bench/profile";
import type { Outcome, SummaryRow } from "@/bench/scenario";
import { count, toRows } from "@/bench/table";

type Found = {
  scenario: string;
  command: string;
  yardstickRps: number;
  completeness: Completeness;
  /** The figures of this scenario, for machines. */
  figures: Record<string, unknown>;
  /** The same for people. */
  rows: (readonly [string, string])[];
  summary: SummaryRow[];
  profile?: Profile | undefined;
};

/** An outcome in the form that all scenarios except the first share. */
export function toOutcome({
  scenario,
  command,
  yardstickRps,
  completeness,
  figures,
  rows,
  summary,
  profile,
}: Found): Outcome {
  const { lostUids: _, ...counts } = completeness;
  const environment = readEnvironment();
  const table = [
    ...toEnvironmentLines(environment),
    `$ ${command}`,
    "",
    ...toRows([
      ["yardstick: bare node:http echo", `${count(Math.round(yardstickRps))}/s`],
      ...rows,
      ["accepted", count(counts.accepted)],
      ["= delivered", `${count(counts.delivered)} (${count(counts.duplicates)} arrivals beyond the first)`],
      ["+ waiting + failed + discarded", `${counts.waiting} + ${counts.failed} + ${counts.discarded}`],
      ["+ lost", String(counts.lost)],
    ]),
    ...(profile ? toProfileLines(profile) : []),
  ].join("\n");
  return {
    figures: { scenario, yardstick_rps: Math.round(yardstickRps), ...figures, ...counts, ...environment, command },
    table,
    summary,
    complaint: null,
  };
}
