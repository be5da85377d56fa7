import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { allOf } from "@/lib/db/id-range";
import { type KindFilter, toConditions } from "@/lib/nouns/kinds/find-days";

/**
 * Finds the endpoints to which the deliveries of a filter's sources or subscription went, on the days that are known.
 * Null if it names neither, or if some went to devices.
 */
export async function findEndpoints(
  db: Kysely<DB>,
  projectId: string,
  filter: KindFilter,
): Promise<readonly string[] | null> {
  if (!filter.subscriptionId && !filter.sourceId?.length) return null;
  const conditions = toConditions({ ...filter, isRouted: true });
  const { rows } = await sql<{ endpoint_id: string | null }>`
    select distinct endpoint_id from kinds where project_id = ${projectId} and ${allOf(conditions)}`.execute(db);
  const ids = rows.map(({ endpoint_id }) => endpoint_id).filter((id) => id !== null);
  return ids.length < rows.length ? null : ids;
}
