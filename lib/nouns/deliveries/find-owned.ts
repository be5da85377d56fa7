import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { allOf } from "@/lib/db/id-range";
import { hasTags } from "@/lib/db/references";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";

/** An owner or tags with more endpoints are compared row by row. */
const MAX_OWNED = 1_000;

type Owned = Pick<DeliveryFilter, "ownerId" | "endpointTag">;

/** Whether an endpoint `p` is of the owner and has the tags. */
export function isOwned({ ownerId, endpointTag }: Owned): RawBuilder<boolean> {
  return allOf([
    ...(ownerId === undefined ? [] : [sql<boolean>`p.owner_id = ${ownerId}`]),
    ...(endpointTag.length === 0 ? [] : [hasTags("p.tags", endpointTag)]),
  ]);
}

/**
 * The filter with the endpoints of its owner and tags in place of these, deleted ones too, whose deliveries remain. It
 * keeps those of very many; null if none of the wanted endpoints has them, so that nothing can be found.
 */
export async function withOwned(
  db: Kysely<DB>,
  projectId: string,
  filter: DeliveryFilter,
): Promise<DeliveryFilter | null> {
  const { ownerId, endpointTag, endpointId } = filter;
  if (ownerId === undefined && endpointTag.length === 0) return filter;
  let owned = db
    .selectFrom("endpoints as p")
    .select("id")
    .where("project_id", "=", projectId)
    .where(isOwned(filter))
    .limit(MAX_OWNED + 1);
  if (endpointId.length > 0) owned = owned.where("id", "in", endpointId);
  const ids = (await owned.execute()).map(({ id }) => id);
  if (ids.length === 0) return null;
  return ids.length > MAX_OWNED ? filter : { ...filter, ownerId: undefined, endpointTag: [], endpointId: ids };
}
