import type { QueryPatch } from "@/components/data-table/use-list-query";
import { deliveryFilterReader } from "@/lib/nouns/deliveries/list-reader";
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
  const texts = NAMES.map((name) => [name, [given[name]]] as const);
  const found = deliveryFilterReader.read(Object.fromEntries(texts)).problems;
  if (found.length === 0) {
    return { patch: Object.fromEntries(NAMES.map((name) => [name, given[name] === "" ? null : given[name]])) };
  }
  const problems: Partial<MoreFields> = {};
  for (const problem of found) {
    const name = NAMES.find((one) => one === problem.name);
    if (name) problems[name] ??= problem.isRange ? "Is more than the other end." : problem.message;
  }
  return { problems };
}
