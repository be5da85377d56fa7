import type { Transaction } from "kysely";
import type { DB } from "@/lib/db/generated";
import { invalidFields } from "@/lib/kernel/errors";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { listAlertRules } from "@/lib/nouns/alert-rules/queries";
import { ALERT_RULES, kindsOf, scopeOf } from "@/lib/nouns/alert-rules/rules";
import type { AlertRule, SilenceAlertRules, UpdateAlertRules } from "@/lib/nouns/alert-rules/schemas";
import { type AlertScope, auditedBy } from "@/lib/nouns/alert-rules/scope";
import { recordAudit } from "@/lib/nouns/audit-log/record";

/** Sets the given fields of the given rules, and returns all. */
export async function updateAlertRules(scope: AlertScope, input: UpdateAlertRules): Promise<AlertRule[]> {
  return changeRules(scope, "alert_rule.updated", (rule) => {
    const change = input[rule.kind];
    if (!change) return null;
    const usual = rule.usual_threshold ?? 0;
    const threshold = change.threshold === undefined ? (rule.threshold ?? usual) : (change.threshold ?? usual);
    return { is_enabled: change.is_enabled ?? rule.is_enabled, threshold };
  });
}

/** Tells nobody what these rules find, for so long from now on. Throws `invalid` for a rule that is not of this scope. */
export async function silenceAlertRules(
  scope: AlertScope,
  { kinds, seconds }: SilenceAlertRules,
): Promise<AlertRule[]> {
  const all = kindsOf(scopeOf(scope.projectId));
  const foreign = kinds?.findIndex((kind) => !all.includes(kind)) ?? -1;
  if (foreign !== -1) throw invalidFields([{ path: `kinds.${foreign}`, message: `Choose of ${all.join(", ")}.` }]);
  const until = seconds === 0 ? null : new Date(scope.clock.now().getTime() + seconds * 1_000);
  return changeRules(scope, "alert_rule.silenced", (rule) =>
    (kinds ?? all).includes(rule.kind) ? { silenced_until: until } : null,
  );
}

type Change = { is_enabled?: boolean; threshold?: number; silenced_until?: Date | null };

/** Writes the rules that `change` gives something for, with one entry in the audit log, and returns all rules. */
async function changeRules(
  scope: AlertScope,
  action: string,
  change: (rule: AlertRule) => Change | null,
): Promise<AlertRule[]> {
  const { projectId, clock } = scope;
  return scope.db.transaction().execute(async (trx) => {
    const now = clock.now();
    const before = await listAlertRules({ db: trx, projectId, now });
    const changed: AlertRule[] = [];
    for (const rule of before) {
      const given = change(rule);
      if (!given) continue;
      await writeRule(trx, scope, rule.kind, given);
      changed.push(rule);
    }
    const after = await listAlertRules({ db: trx, projectId, now });
    if (changed.length === 0) return after;
    const kinds = changed.map(({ kind }) => kind);
    await recordAudit(trx, auditedBy(scope), {
      action,
      resource: { type: "alert_rule", id: null, name: nameAll(changed) },
      before: toAudited(before, kinds),
      after: toAudited(after, kinds),
    });
    return after;
  });
}

function nameAll([first, ...others]: readonly AlertRule[]): string {
  return `${first?.name}${others.length > 0 ? `, and ${others.length} more` : ""}`;
}

/** What may be set of these rules, by kind. */
function toAudited(rules: readonly AlertRule[], kinds: readonly AlertRuleKind[]) {
  const named = rules.filter(({ kind }) => kinds.includes(kind));
  return Object.fromEntries(
    named.map(({ kind, is_enabled, threshold, silenced_until }) => [kind, { is_enabled, threshold, silenced_until }]),
  );
}

async function writeRule(
  trx: Transaction<DB>,
  { projectId, clock }: AlertScope,
  kind: AlertRuleKind,
  change: Change,
): Promise<void> {
  const usual = ALERT_RULES[kind].threshold?.usual ?? 0;
  const values = { ...change, updated_at: clock.now() };
  await trx
    .insertInto("alert_rules")
    .values({ project_id: projectId, kind, is_enabled: true, threshold: usual, ...values })
    .onConflict((conflict) => conflict.columns(["project_id", "kind"]).doUpdateSet(values))
    .execute();
}
