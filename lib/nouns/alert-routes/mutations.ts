import { type Selectable, sql, type Transaction } from "kysely";
import type { AlertRoutes, DB } from "@/lib/db/generated";
import { conflict, type FieldError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { decideSettings } from "@/lib/nouns/alert-routes/decide-settings";
import { toAlertRoute } from "@/lib/nouns/alert-routes/presenters";
import { getAlertRouteRow } from "@/lib/nouns/alert-routes/queries";
import type {
  AlertRoute,
  CreateAlertRoute,
  CreatedAlertRoute,
  UpdateAlertRoute,
} from "@/lib/nouns/alert-routes/schemas";
import { openSettings } from "@/lib/nouns/alert-routes/settings";
import { kindsOf, scopeOf } from "@/lib/nouns/alert-rules/rules";
import { type AlertScope, auditedBy } from "@/lib/nouns/alert-rules/scope";
import { recordAudit } from "@/lib/nouns/audit-log/record";

/** In a project at once. */
export const MAX_ALERT_ROUTES = 20;

/** Throws `invalid` for fields that do not fit, and `conflict` if there are twenty already. */
export async function createAlertRoute(scope: AlertScope, input: CreateAlertRoute): Promise<CreatedAlertRoute> {
  checkKinds(scope, input.kinds);
  const { settings, madeSecret } = decideSettings(scope, input.settings, null);
  return scope.db.transaction().execute(async (trx) => {
    await takePlace(trx, scope);
    const now = scope.clock.now();
    const row = await trx
      .insertInto("alert_routes")
      .values({
        project_id: scope.projectId,
        id: newId(),
        name: input.name,
        type: settings.type,
        settings: scope.box.seal(JSON.stringify(settings)),
        kinds: input.kinds,
        pause_seconds: input.pause_seconds,
        is_enabled: input.is_enabled,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, auditedBy(scope), { action: "alert_route.created", resource: toResource(row) });
    return { ...toAlertRoute(row, scope), secret: madeSecret };
  });
}

/** Replaces the given fields. What it was told of stays known to it. Throws as `createAlertRoute` does. */
export async function updateAlertRoute(
  scope: AlertScope,
  id: string,
  input: UpdateAlertRoute,
): Promise<CreatedAlertRoute> {
  const { settings: given, ...plain } = input;
  if (plain.kinds !== undefined) checkKinds(scope, plain.kinds);
  return scope.db.transaction().execute(async (trx) => {
    const before = await getAlertRouteRow(trx, scope, id, { lock: true });
    const decided = given && decideSettings(scope, given, openSettings(before.settings, scope.box));
    const row = await trx
      .updateTable("alert_routes")
      .set({
        ...plain,
        ...(decided && {
          type: decided.settings.type,
          settings: scope.box.seal(JSON.stringify(decided.settings)),
        }),
        updated_at: scope.clock.now(),
      })
      .where("project_id", "=", scope.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, auditedBy(scope), {
      action: "alert_route.updated",
      resource: toResource(row),
      before: toAlertRoute(before, scope),
      after: toAlertRoute(row, scope),
    });
    return { ...toAlertRoute(row, scope), secret: decided?.madeSecret ?? null };
  });
}

/** Deletes a route. What waits to be sent along it is not sent. */
export async function deleteAlertRoute(scope: AlertScope, id: string): Promise<AlertRoute> {
  return scope.db.transaction().execute(async (trx) => {
    const row = await getAlertRouteRow(trx, scope, id, { lock: true });
    for (const [table, key] of [
      ["alert_tellings", "route_id"],
      ["alert_routes", "id"],
    ] as const) {
      await trx.deleteFrom(table).where("project_id", "=", scope.projectId).where(sql.ref(key), "=", id).execute();
    }
    await recordAudit(trx, auditedBy(scope), { action: "alert_route.deleted", resource: toResource(row) });
    return toAlertRoute(row, scope);
  });
}

function checkKinds({ projectId }: AlertScope, kinds: readonly AlertRuleKind[] | null): void {
  const known = kindsOf(scopeOf(projectId));
  const wrong: FieldError[] = (kinds ?? []).flatMap((kind, at) =>
    known.includes(kind) ? [] : [{ path: `kinds.${at}`, message: `Choose of ${known.join(", ")}.` }],
  );
  if (wrong.length > 0) throw invalidFields(wrong);
}

function toResource({ id, name }: Selectable<AlertRoutes>) {
  return { type: "alert_route" as const, id, name };
}

/** Routes of a scope take turns until the transaction ends, so that none is counted twice. */
async function takePlace(trx: Transaction<DB>, { projectId }: AlertScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${projectId}, 90))`.execute(trx);
  const { present } = await trx
    .selectFrom("alert_routes")
    .select((eb) => eb.fn.countAll<number>().as("present"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  if (present >= MAX_ALERT_ROUTES) throw conflict("There are 20 alert routes already. Delete one that is not used.");
}
