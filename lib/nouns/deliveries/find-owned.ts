import type { Kysely } from "kysely";
import type { DB } from "@/lib/db/generated";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";

/** An owner with more endpoints is compared row by row. */
const MAX_OWNED = 1_000;

/**
 * The filter with the endpoints of its owner in place of the owner, deleted ones too, whose deliveries remain. It keeps
 * an owner of very many; null if the owner has none of the wanted endpoints, so that nothing can be found.
 */
export async function withOwned(
  db: Kysely<DB>,
  projectId: string,
  filter: DeliveryFilter,
): Promise<DeliveryFilter | null> {
  const { ownerId, endpointId } = filter;
  if (ownerId === undefined) return filter;
  let owned = db
    .selectFrom("endpoints")
    .select("id")
    .where("project_id", "=", projectId)
    .where("owner_id", "=", ownerId)
    .limit(MAX_OWNED + 1);
  if (endpointId.length > 0) owned = owned.where("id", "in", endpointId);
  const ids = (await owned.execute()).map(({ id }) => id);
  if (ids.length === 0) return null;
  return ids.length > MAX_OWNED ? filter : { ...filter, ownerId: undefined, endpointId: ids };
}
