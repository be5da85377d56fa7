import type { Selectable } from "kysely";
import type { EndpointSecrets, Endpoints } from "@/lib/db/generated";
import type { ReadContext } from "@/lib/db/read-context";
import { countEndpoints } from "@/lib/nouns/endpoints/counts";
import { type Reveals, toEndpoint } from "@/lib/nouns/endpoints/presenters";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

/** Loads endpoints by id, deleted ones too, in three queries however many there are. */
export async function loadEndpoints(ctx: ReadContext, ids: readonly string[]): Promise<Map<string, Endpoint>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("endpoints")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "in", [...ids])
    .execute();
  const endpoints = await presentEndpoints(ctx, rows);
  return new Map(endpoints.map((endpoint) => [endpoint.uid, endpoint]));
}

/** Presents rows in their order; without secrets unless `reveals` says otherwise. */
export async function presentEndpoints(
  ctx: ReadContext,
  rows: readonly Selectable<Endpoints>[],
  reveals: Reveals = "none",
): Promise<Endpoint[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const secrets = await liveSecrets(ctx, ids);
  const now = ctx.clock.now();
  const counts = await countEndpoints(ctx.db, ctx.projectId, { ids, now });
  return rows.map((row) =>
    toEndpoint(row, {
      secrets: secrets.filter((secret) => secret.endpoint_id === row.id),
      counts: counts.get(row.id),
      box: ctx.box,
      reveals,
      now,
    }),
  );
}

/** Reads the secrets that sign, the newest first. */
async function liveSecrets(ctx: ReadContext, ids: readonly string[]): Promise<Selectable<EndpointSecrets>[]> {
  return ctx.db
    .selectFrom("endpoint_secrets")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("endpoint_id", "in", [...ids])
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", ctx.clock.now())]))
    .orderBy("id", "desc")
    .execute();
}
