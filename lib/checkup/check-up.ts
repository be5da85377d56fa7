import type { Facts, Part } from "@/lib/checkup/facts/facts";
import { gatherFacts, type Search } from "@/lib/checkup/facts/gather";
import type { Finding, FindingLevel } from "@/lib/checkup/finding";
import { examine } from "@/lib/checkup/rules/rules";
import { version } from "@/lib/kernel/version";
import { REDACTED } from "@/lib/kernel/vocabulary";

/** What a check-up found; `exit_code` is the command's. */
export type Report = {
  version: string;
  looked_at: string;
  level: FindingLevel | "healthy";
  exit_code: number;
  /** The worst first. */
  findings: readonly Finding[];
  not_looked_at: readonly { part: Part; why: string }[];
};

/** A shorter text would be found in ordinary words. */
const SHORTEST_SECRET = 4;

/**
 * Examines an installation from its settings, its machine, its database and what the network answers. Changes nothing, shows
 * no secret, and ends in bounded time.
 */
export async function checkUp(search: Search): Promise<Report> {
  const { facts, secrets } = await gatherFacts(search);
  const findings = examine(facts);
  const report = {
    version,
    looked_at: (search.now?.() ?? new Date()).toISOString(),
    level: findings[0]?.level ?? ("healthy" as const),
    exit_code: toExitCode(facts, findings),
    findings,
    not_looked_at: listUnseen(facts),
  };
  return redact(report, secrets);
}

/** 3: the installation could not be looked at; 2: something critical; 1: a warning, or a part that was not seen; 0: none. */
function toExitCode(facts: Facts, findings: readonly Finding[]): number {
  const { start, connection } = facts;
  const isBlind = !start.seen || start.value?.kind !== "found" || !connection.seen || connection.value?.kind !== "open";
  if (isBlind) return 3;
  const has = (level: FindingLevel) => findings.some((finding) => finding.level === level);
  if (has("critical")) return 2;
  return has("warning") || listUnseen(facts).length > 0 ? 1 : 0;
}

function listUnseen(facts: Facts): Report["not_looked_at"] {
  return (Object.keys(facts) as Part[]).flatMap((part) => {
    const looked = facts[part];
    return looked.seen ? [] : [{ part, why: looked.why }];
  });
}

/** No text of the report has a secret by intention; an error of a library may quote what it was given. */
function redact(report: Report, secrets: readonly string[]): Report {
  const known = [...new Set(secrets)].filter((text) => text.length >= SHORTEST_SECRET);
  const longestFirst = known.sort((a, b) => b.length - a.length);
  const clean = (text: string) => longestFirst.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  return {
    ...report,
    findings: report.findings.map((finding) => ({
      ...finding,
      what: clean(finding.what),
      remedy: clean(finding.remedy),
    })),
    not_looked_at: report.not_looked_at.map(({ part, why }) => ({ part, why: clean(why) })),
  };
}
