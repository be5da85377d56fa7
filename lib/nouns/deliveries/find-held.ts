import type { Kysely } from "kysely";
import type { DB } from "@/lib/db/generated";
import { HELD_STATUSES, HOLDING } from "@/lib/kernel/held-statuses";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";

/**
 * The filter with the endpoints that hold their deliveries now, and the statuses of what waits, in place of `held`; null
 * if nothing can be held.
 */
export async function withHolding(
  db: Kysely<DB>,
  projectId: string,
  filter: DeliveryFilter,
): Promise<DeliveryFilter | null> {
  if (filter.held === undefined) return filter;
  const wanted = filter.status.length > 0 ? filter.status : DELIVERY_STATUSES;
  const status = HELD_STATUSES.filter((one) => wanted.includes(one));
  let holding = db
    .selectFrom("endpoints")
    .select("id")
    .where("project_id", "=", projectId)
    .where("status", "in", HOLDING)
    .where("deleted_at", "is", null);
  if (filter.endpointId.length > 0) holding = holding.where("id", "in", filter.endpointId);
  const endpointId = (await holding.execute()).map(({ id }) => id);
  if (status.length === 0 || endpointId.length === 0) return null;
  return { ...filter, held: undefined, status, endpointId };
}
