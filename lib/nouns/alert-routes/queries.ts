import type { Kysely, Selectable } from "kysely";
import type { AlertRoutes, DB } from "@/lib/db/generated";
import { notFound } from "@/lib/kernel/errors";
import { toAlertRoute } from "@/lib/nouns/alert-routes/presenters";
import type { AlertRoute } from "@/lib/nouns/alert-routes/schemas";
import type { AlertScope } from "@/lib/nouns/alert-rules/scope";

/** Lists the routes of a project or of the installation, the oldest first. */
export async function listAlertRoutes(scope: AlertScope): Promise<AlertRoute[]> {
  const rows = await scope.db
    .selectFrom("alert_routes")
    .selectAll()
    .where("project_id", "=", scope.projectId)
    .orderBy("id")
    .execute();
  return rows.map((row) => toAlertRoute(row, scope));
}

export async function getAlertRoute(scope: AlertScope, id: string): Promise<AlertRoute> {
  return toAlertRoute(await getAlertRouteRow(scope.db, scope, id), scope);
}

/** Reads a stored route, on request locked for a change. Throws not found. */
export async function getAlertRouteRow(
  db: Kysely<DB>,
  { projectId }: Pick<AlertScope, "projectId">,
  id: string,
  { lock = false } = {},
): Promise<Selectable<AlertRoutes>> {
  const query = db.selectFrom("alert_routes").selectAll().where("project_id", "=", projectId).where("id", "=", id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("alert route");
  return row;
}
