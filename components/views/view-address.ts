import type { Query } from "@/components/data/read";
import { isPlace, parseListQuery } from "@/components/data-table/list-query";
import type { View } from "@/lib/nouns/views/schemas";
import type { QueryReader } from "@/lib/wire/query-reader";

/** The filters of an address as a view keeps them. */
export function toStoredQuery(sent: Query): View["query"] {
  const stored: View["query"] = {};
  for (const [name, value] of Object.entries(sent)) {
    const texts = [value ?? []].flat().map(String);
    const [first] = texts;
    if (first === undefined || isPlace(name)) continue;
    stored[name] = texts.length === 1 ? first : texts;
  }
  return stored;
}

type Opened = Pick<View, "uid" | "list" | "query" | "columns">;

/** The address of a view: its filters and columns for everybody, its id for those who may see it. */
export function toViewAddress(projectID: string, { uid, list, query, columns }: Opened): string {
  const search = new URLSearchParams({ view: uid });
  for (const [name, value] of Object.entries(query)) for (const text of [value].flat()) search.append(name, text);
  if (columns.length > 0) search.set("columns", columns.join(","));
  return `${toListAddress(projectID, list)}?${search}`;
}

/** The address of the whole list. */
export function toListAddress(projectID: string, list: View["list"]): string {
  return `/projects/${projectID}/${list}`;
}

/** Whether both find the same, however they are written. */
export function findsTheSame(reader: QueryReader<object>, one: View["query"], other: View["query"]): boolean {
  return toMeaning(reader, one) === toMeaning(reader, other);
}

function toMeaning(reader: QueryReader<object>, query: View["query"]): string {
  const { values } = parseListQuery(reader, query);
  const filters = (Object.entries(values) as [string, unknown][]).filter(
    ([name, value]) => !isPlace(name) && value !== undefined,
  );
  return JSON.stringify(filters.map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value]));
}
