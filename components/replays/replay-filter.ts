import { HELD_STATUSES } from "@/lib/kernel/held-statuses";
import { DELIVERY_STATUSES, type DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { isSearch } from "@/lib/nouns/events/search-conditions";

const UNSAID: DeliveryStatus[] = ["Failure", "Discarded"];

/** Why what a search finds is not taken as a whole. */
export const NO_SEARCH = "Payloads and headers are searched page by page: select the rows, or take the search out.";

/**
 * The filters of the deliveries' list as a replay takes them, without unset ones. Throws for a list that is searched:
 * without its search the replay would take more.
 */
export function toReplayFilter(values: ListEventDeliveries) {
  if (isSearch(values)) throw new Error(NO_SEARCH);
  const { endpointId, deviceId, sourceId, code, tag, endpointTag } = values;
  return {
    status: shownStatuses(values, UNSAID),
    endpointId,
    ...(deviceId.length > 0 && { deviceId }),
    ...(sourceId.length > 0 && { sourceId }),
    ...(code.length > 0 && { code }),
    ...(tag.length > 0 && { tag }),
    ...(endpointTag.length > 0 && { endpointTag }),
    ...pickSet(values, SINGLE),
  };
}

/** The statuses of a list, which are few without one only where it is of what is held. */
export function shownStatuses(
  { status, held }: Pick<ListEventDeliveries, "status" | "held">,
  unsaid: readonly DeliveryStatus[] = DELIVERY_STATUSES,
): DeliveryStatus[] {
  if (status.length > 0) return status;
  return [...(held ? HELD_STATUSES : unsaid)];
}

const SINGLE = [
  "eventId",
  "event_type",
  "idempotencyKey",
  "externalId",
  "subscriptionId",
  "incidentId",
  "ownerId",
  "minAttempts",
  "maxAttempts",
  "minLatency",
  "maxLatency",
  "held",
  "startDate",
  "endDate",
] as const satisfies readonly (keyof ListEventDeliveries)[];

/** The values that are set; 0 is one, an empty text is none. */
function pickSet<Name extends keyof ListEventDeliveries>(values: ListEventDeliveries, names: readonly Name[]) {
  const isSet = (name: Name) => values[name] !== undefined && values[name] !== "";
  const set = names.filter(isSet).map((name) => [name, values[name]] as const);
  return Object.fromEntries(set) as { [One in Name]?: NonNullable<ListEventDeliveries[One]> };
}

/** The filters of the deliveries' list as parameters, all statuses named where it has none. */
export function toFilterQuery(values: ListEventDeliveries): Record<string, string> {
  const filter = Object.entries(toReplayFilter({ ...values, status: shownStatuses(values) }));
  const named = filter.map(([name, value]) => [name, [value].flat().join(",")] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== ""));
}

/**
 * The query of the page that creates a replay of exactly the deliveries that a list finds, on all of its pages. A list
 * without a status shows every status, while a replay without one takes Failure and Discarded: so they are all named.
 */
export function toReplaySearch(values: ListEventDeliveries): string {
  return new URLSearchParams(toFilterQuery(values)).toString();
}

export type WantedFilter = ReturnType<typeof toReplayFilter>;
