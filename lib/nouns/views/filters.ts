import type { z } from "zod";
import type { FieldError } from "@/lib/kernel/errors";
import type { ViewList } from "@/lib/kernel/vocabulary";
import { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { ListEvents } from "@/lib/nouns/events/list-schemas";
import { DELIVERY_COLUMN_IDS, EVENT_COLUMN_IDS } from "@/lib/nouns/views/columns";
import type { View } from "@/lib/nouns/views/schemas";
import { collectQuery } from "@/lib/wire/collect-query";
import { toFieldErrors } from "@/lib/wire/field-errors";
import { paging, payloadView } from "@/lib/wire/list-query";
import { toPlainName } from "@/lib/wire/parameter-names";

type Stored = View["query"];

const LISTS = {
  deliveries: { schema: ListEventDeliveries, columns: DELIVERY_COLUMN_IDS },
  events: { schema: ListEvents, columns: EVENT_COLUMN_IDS },
} satisfies Record<ViewList, { schema: z.ZodObject; columns: readonly string[] }>;

/** The parameters of a list that say where in it one is, and not what it finds. */
const PLACE = Object.keys({ ...paging, ...payloadView });

/** The names of a list's filters. */
export function filterNames(list: ViewList): string[] {
  return Object.keys(LISTS[list].schema.shape).filter((name) => !PLACE.includes(name));
}

/** The filters under the names of the API, without empty ones, and what the list would refuse of them, by name. */
export function readFilters(list: ViewList, given: Stored): { query: Stored; errors: FieldError[] } {
  const names = filterNames(list);
  const known = new Set(names.map(toPlainName));
  const unknown = Object.keys(given).filter((name) => !known.has(toPlainName(name)));
  const collected = collect(names, given);
  const issues = LISTS[list].schema.safeParse(collected).error?.issues ?? [];
  return {
    query: Object.fromEntries(
      Object.entries(collected).map(([name, [first = "", ...more]]) => [
        name,
        more.length === 0 ? first : [first, ...more],
      ]),
    ),
    errors: [
      ...unknown.map((name) => ({ path: `query.${name}`, message: `The list of ${list} has no such filter.` })),
      ...toFieldErrors(issues).map(({ path, message }) => ({ path: `query.${path}`, message })),
    ],
  };
}

function collect(names: readonly string[], given: Stored): Record<string, string[]> {
  const pairs = Object.entries(given).flatMap(([name, value]) => [value].flat().map((text) => [name, text]));
  return collectQuery(new URLSearchParams(pairs.filter(([, text]) => text !== "")), names);
}

/** The deliveries that a stored view finds; null if their list takes its filters no longer. */
export function toDeliveryFilter(query: Stored): ListEventDeliveries | null {
  return ListEventDeliveries.safeParse(collect(filterNames("deliveries"), query)).data ?? null;
}

/** The events that a stored view finds; null if their list takes its filters no longer. */
export function toEventFilter(query: Stored): ListEvents | null {
  return ListEvents.safeParse(collect(filterNames("events"), query)).data ?? null;
}

/** The columns that a list does not have. */
export function findColumnFaults(list: ViewList, columns: readonly string[]): FieldError[] {
  const known: readonly string[] = LISTS[list].columns;
  const message = `The list of ${list} has no such column. Choose of ${known.join(", ")}.`;
  return columns.flatMap((column, place) => (known.includes(column) ? [] : [{ path: `columns.${place}`, message }]));
}
