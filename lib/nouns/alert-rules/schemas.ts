import { z } from "zod";
import { ALERT_RULE_KINDS, PROBLEM_LEVELS } from "@/lib/kernel/alerting-words";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { ALERT_RULES, kindsOf } from "@/lib/nouns/alert-rules/rules";
import { Timestamp } from "@/lib/wire/fields";

const UNITS = ["seconds", "percent", "deliveries", "megabytes", "days"] as const;

/** A rule as it is in a project, or in the installation. */
export const AlertRule = z.object({
  kind: z.enum(ALERT_RULE_KINDS),
  name: z.string().describe("What a person reads"),
  description: z.string(),
  level: z.enum(PROBLEM_LEVELS),
  is_enabled: z.boolean(),
  threshold: z.int().nullable().describe("From where on it is a problem; null for a rule that has nothing to set"),
  unit: z.enum(UNITS).nullable().describe("What the threshold counts"),
  usual_threshold: z.int().nullable().describe("The threshold of a rule that nobody has set"),
  silenced_until: Timestamp.describe("Nobody is told of what it finds until then"),
});
export type AlertRule = z.infer<typeof AlertRule>;

type RuleChange = { is_enabled?: boolean | undefined; threshold?: number | null | undefined };

/** What may be set of a rule. */
function change(kind: AlertRuleKind): z.ZodOptional<z.ZodType<RuleChange>> {
  const { threshold } = ALERT_RULES[kind];
  const words = threshold
    ? `From ${threshold.min.toLocaleString("en")} to ${threshold.max.toLocaleString("en")} ${threshold.unit}.`
    : "This rule has no threshold.";
  const bounded = threshold ? z.int(words).min(threshold.min, words).max(threshold.max, words) : z.never(words);
  const usual = threshold ? `In ${threshold.unit}; null sets the usual ${threshold.usual.toLocaleString("en")}` : words;
  return z
    .strictObject({ is_enabled: z.boolean().optional(), threshold: bounded.nullable().optional().describe(usual) })
    .optional();
}

type Changes = Record<AlertRuleKind, ReturnType<typeof change>>;

function changes(scope: "project" | "installation") {
  return z.strictObject(Object.fromEntries(kindsOf(scope).map((kind) => [kind, change(kind)])) as Changes);
}

export const UpdateAlertRules = changes("project");
export const UpdateInstallationAlertRules = changes("installation");
export type UpdateAlertRules = Partial<Record<AlertRuleKind, RuleChange | undefined>>;

/** A month: whoever wants to hear of something never switches its rule off. */
const MOST_SECONDS = 31 * 86_400;

export const SilenceAlertRules = z.strictObject({
  kinds: z
    .array(z.enum(ALERT_RULE_KINDS, `Choose of ${ALERT_RULE_KINDS.join(", ")}.`))
    .min(1, "Name at least one rule, or leave it out for all.")
    .optional()
    .describe("Which rules; all where it is left out"),
  seconds: z
    .int()
    .min(0, "0 (to end it) or more.")
    .max(MOST_SECONDS, "At most 31 days.")
    .describe("For how long from now on; 0 ends it"),
});
export type SilenceAlertRules = z.infer<typeof SilenceAlertRules>;
