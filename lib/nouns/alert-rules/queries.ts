import type { Kysely, Selectable } from "kysely";
import type { AlertRules, DB } from "@/lib/db/generated";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { ALERT_RULES, kindsOf, scopeOf } from "@/lib/nouns/alert-rules/rules";
import type { AlertRule } from "@/lib/nouns/alert-rules/schemas";

type At = { readonly db: Kysely<DB>; readonly projectId: string; readonly now: Date };

/** Lists every rule of a project or of the installation, as it was set or else usual. */
export async function listAlertRules({ db, projectId, now }: At): Promise<AlertRule[]> {
  const rows = await db.selectFrom("alert_rules").selectAll().where("project_id", "=", projectId).execute();
  const set = new Map(rows.map((row) => [row.kind, row]));
  return kindsOf(scopeOf(projectId)).map((kind) => toAlertRule(kind, set.get(kind), now));
}

function toAlertRule(kind: AlertRuleKind, row: Selectable<AlertRules> | undefined, now: Date): AlertRule {
  const { name, description, level, threshold } = ALERT_RULES[kind];
  return {
    kind,
    name,
    description,
    level,
    is_enabled: row?.is_enabled ?? true,
    ...(threshold ? tellThreshold(threshold, row?.threshold) : NO_THRESHOLD),
    silenced_until: toPresent(row?.silenced_until ?? null, now),
  };
}

const NO_THRESHOLD = { threshold: null, unit: null, usual_threshold: null };

function tellThreshold({ unit, usual }: NonNullable<(typeof ALERT_RULES)[AlertRuleKind]["threshold"]>, set?: number) {
  return { threshold: set ?? usual, unit, usual_threshold: usual };
}

/** A silence that has ended is none. */
function toPresent(until: Date | null, now: Date): string | null {
  return until !== null && until > now ? until.toISOString() : null;
}
