import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { notFound } from "@/lib/kernel/errors";
import { minIdAt } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { presentEndpoints } from "@/lib/nouns/endpoints/load";
import { getEndpointRow } from "@/lib/nouns/endpoints/queries";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

const ACTION = "endpoint.secrets_read";
const TOLD_EVERY_MS = 3_600_000;

/**
 * Reads an endpoint; for an admin with its signing secrets and its chat's address. The audit log records the reading
 * before the secrets are shown: once an hour for each reader and endpoint, so that a page that asks again and again
 * does not fill the log.
 */
export async function showEndpoint(ctx: ProjectContext, id: string): Promise<Endpoint> {
  const row = await getEndpointRow(ctx, id);
  const mayRead = ctx.role === "admin";
  if (mayRead) await tellReading(ctx, row);
  const [endpoint] = await presentEndpoints(ctx, [row], mayRead ? "all" : "none");
  if (!endpoint) throw notFound("endpoint");
  return endpoint;
}

async function tellReading(ctx: ProjectContext, { id, name }: { id: string; name: string }): Promise<void> {
  const { db, projectId, actor } = ctx;
  const actorId = "id" in actor ? actor.id : null;
  const since = minIdAt(new Date(Date.now() - TOLD_EVERY_MS));
  const told = db
    .selectFrom("audit_log")
    .select("id")
    .where("project_id", "=", projectId)
    .where("resource_id", "=", id)
    .where("id", ">=", since)
    .where("action", "=", ACTION)
    .where(sql<boolean>`actor_id is not distinct from ${actorId}::uuid`)
    .limit(1);
  if (await told.executeTakeFirst()) return;
  await db.transaction().execute(async (trx) => {
    // One of several concurrent readings is recorded.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${ACTION} ${projectId} ${id} ${actorId}`}, 0))`.execute(
      trx,
    );
    const [other] = (await trx.executeQuery<{ id: string }>(told.compile())).rows;
    if (!other) await recordAudit(trx, ctx, { action: ACTION, resource: { type: "endpoint", id, name } });
  });
}
