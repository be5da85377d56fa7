import type { QueryPatch } from "@/components/data-table/use-list-query";
import { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

const NAMES = ["minAttempts", "maxAttempts", "minLatency", "maxLatency", "ownerId"] as const;
type Name = (typeof NAMES)[number];

/** The text of each field; empty for what is not set. */
export type MoreFields = Record<Name, string>;

export function toMoreFields(values: Pick<ListEventDeliveries, Name>): MoreFields {
  const fields = NAMES.map((name) => [name, String(values[name] ?? "")]);
  return Object.fromEntries(fields) as MoreFields;
}

type ReadFields = { patch: QueryPatch } | { problems: Partial<MoreFields> };

/** The filters that the fields say, or what the API would say against each. */
export function readMore(fields: MoreFields): ReadFields {
  const given = Object.fromEntries(NAMES.map((name) => [name, fields[name].trim()])) as MoreFields;
  const issues = DeliveryFilter.safeParse(given).error?.issues ?? [];
  if (issues.length === 0) {
    return { patch: Object.fromEntries(NAMES.map((name) => [name, given[name] === "" ? null : given[name]])) };
  }
  const problems: Partial<MoreFields> = {};
  for (const { code, path, message } of issues) {
    const name = NAMES.find((one) => one === path[0]);
    if (name) problems[name] ??= code === "custom" ? "Is more than the other end." : message;
  }
  return { problems };
}
