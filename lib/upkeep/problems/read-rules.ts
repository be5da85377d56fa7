import type { Ask } from "@/lib/db/ask";
import { ALERT_RULE_KINDS } from "@/lib/kernel/alerting-words";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { ALERT_RULES } from "@/lib/nouns/alert-rules/rules";
import type { Thresholds } from "@/lib/upkeep/problems/found";

type Row = {
  project_id: string;
  kind: AlertRuleKind;
  is_enabled: boolean;
  threshold: number;
  silenced_until: Date | null;
};

/** The rules of all projects, as they were set or else usual. */
export type Rules = Thresholds & {
  isSilenced(kind: AlertRuleKind, projectId: string, now: Date): boolean;
};

const RULES = "select project_id, kind, is_enabled, threshold, silenced_until from alert_rules";

export async function readRules(ask: Ask): Promise<Rules> {
  const rows = await ask<Row>({ name: "read_alert_rules", text: RULES, values: [] });
  const set = new Map(rows.map((row) => [`${row.kind} ${row.project_id}`, row]));
  const least = new Map(ALERT_RULE_KINDS.map((kind) => [kind, usualOf(kind)]));
  for (const { kind, is_enabled, threshold } of rows) {
    if (is_enabled) least.set(kind, Math.min(threshold, least.get(kind) ?? threshold));
  }
  return {
    of(kind, projectId) {
      const row = set.get(`${kind} ${projectId}`);
      if (!row) return usualOf(kind);
      return row.is_enabled ? row.threshold : null;
    },
    least: (kind) => least.get(kind) ?? 0,
    isSilenced(kind, projectId, now) {
      const until = set.get(`${kind} ${projectId}`)?.silenced_until ?? null;
      return until !== null && until > now;
    },
  };
}

function usualOf(kind: AlertRuleKind): number {
  return ALERT_RULES[kind].threshold?.usual ?? 0;
}
