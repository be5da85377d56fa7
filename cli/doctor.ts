import { checkUp, type Report } from "@/lib/checkup/check-up";
import type { Search } from "@/lib/checkup/facts/gather";
import type { Finding, FindingLevel } from "@/lib/checkup/finding";

/** Examines the installation and returns what to print, and with which code to end. */
export async function doctor(
  search: Search,
  { json = false }: { json?: boolean } = {},
): Promise<{ text: string; exitCode: number }> {
  const report = await checkUp(search);
  const text = json ? JSON.stringify(report, null, 2) : toText(report);
  return { text, exitCode: report.exit_code };
}

function toText(report: Report): string {
  const parts = [...report.findings.map(describe), ...describeUnseen(report), summarize(report)];
  return parts.join("\n\n");
}

function describe({ code, level, what, why, remedy }: Finding): string {
  return `${level.toUpperCase()}  ${what}  [${code}]\n  Why: ${why}\n  Do:  ${remedy}`;
}

function describeUnseen({ not_looked_at }: Report): string[] {
  if (not_looked_at.length === 0) return [];
  const reasons = [...new Set(not_looked_at.map(({ why }) => why))];
  const partsOf = (reason: string) => not_looked_at.filter(({ why }) => why === reason).map(({ part }) => part);
  const lines = reasons.map((why) => `  ${partsOf(why).join(", ")}: ${why}`);
  return [`Could not be looked at:\n${lines.join("\n")}`];
}

function summarize({ version, findings, level }: Report): string {
  const count = (wanted: FindingLevel) => findings.filter((finding) => finding.level === wanted).length;
  const [critical, warnings, advice] = [count("critical"), count("warning"), count("advice")];
  const found =
    level === "healthy"
      ? "nothing found"
      : `${critical} critical, ${warnings === 1 ? "1 warning" : `${warnings} warnings`}, ${advice} advice`;
  return `Hookyard ${version}: ${found}. Settings were read from the environment of this command.`;
}
