import { formatSeconds } from "@/components/time/format-time";
import type { AlertRule } from "@/lib/nouns/alert-rules/schemas";

/** A rule's threshold as people say it: "5 min", "50 %"; null for a rule without one. */
export function sayThreshold({ threshold, unit }: Pick<AlertRule, "threshold" | "unit">): string | null {
  if (threshold === null || unit === null) return null;
  if (unit === "seconds") return threshold === 0 ? "at once" : formatSeconds(threshold);
  if (unit === "percent") return `${threshold} %`;
  const amount = threshold.toLocaleString("en");
  if (unit === "megabytes") return `${amount} MB`;
  const noun = unit === "days" ? "day" : "delivery";
  if (threshold === 1) return `1 ${noun}`;
  return `${amount} ${unit}`;
}
