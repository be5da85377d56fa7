import type { ProjectContext } from "@/lib/db/context";
import { countMatching } from "@/lib/nouns/deliveries/count-matching";
import type { MatchCount } from "@/lib/nouns/deliveries/filter-schemas";
import { readEventRows } from "@/lib/nouns/events/list-rows";
import type { ListEvents } from "@/lib/nouns/events/list-schemas";
import { isSearch } from "@/lib/nouns/events/search-conditions";
import { toDeliveryFilter, toEventFilter } from "@/lib/nouns/views/filters";
import { getView } from "@/lib/nouns/views/queries";
import type { ViewCount } from "@/lib/nouns/views/schemas";

const MOST = 1_000;

const SEARCHES = "It searches payloads or headers, which are read one by one, so it is not counted. Open it to search.";
const OUTDATED = "The list does not take these filters any more. Change them and save the view.";

/** Counts what a view finds now, up to a thousand, by reading no more than that. A search of payloads is not counted. */
export async function countView(ctx: ProjectContext, id: string): Promise<ViewCount> {
  const { list, query } = await getView(ctx, id);
  if (list === "deliveries") {
    const filter = toDeliveryFilter(query);
    if (!filter) return notCounted(OUTDATED);
    return isSearch(filter) ? notCounted(SEARCHES) : counted(await countMatching(ctx, filter, MOST));
  }
  const filter = toEventFilter(query);
  if (!filter) return notCounted(OUTDATED);
  return isSearch(filter) ? notCounted(SEARCHES) : counted(await countEvents(ctx, filter));
}

async function countEvents({ db, projectId }: ProjectContext, filter: ListEvents): Promise<MatchCount> {
  const found = await readEventRows(db, projectId, filter)({ from: null, ascending: false, limit: MOST + 1 });
  return { count: Math.min(found.length, MOST), is_more: found.length > MOST };
}

const counted = (count: MatchCount): ViewCount => ({ ...count, reason: null });

const notCounted = (reason: string): ViewCount => ({ count: null, is_more: false, reason });
