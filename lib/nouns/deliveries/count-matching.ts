import type { ProjectContext } from "@/lib/db/context";
import type { DeliveryFilter, MatchCount } from "@/lib/nouns/deliveries/filter-schemas";
import { readDeliveryRows } from "@/lib/nouns/deliveries/list-rows";

const MOST = 10_000;

/** Counts what a list finds on all of its pages, up to ten thousand, or to `most`: more is not worth the wait. */
export async function countMatching(
  { db, projectId }: ProjectContext,
  filter: DeliveryFilter,
  most = MOST,
): Promise<MatchCount> {
  const found = await readDeliveryRows(db, projectId, filter)({ from: null, ascending: false, limit: most + 1 });
  return { count: Math.min(found.length, most), is_more: found.length > most };
}
