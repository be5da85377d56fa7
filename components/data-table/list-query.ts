import type { Query as Sent } from "@/components/data/read";
import { collectQuery } from "@/lib/wire/collect-query";
import type { QueryProblem, QueryReader } from "@/lib/wire/query-reader";

export type ParsedListQuery<Query> = {
  /** Every value with its type and default; all defaults if the address is invalid. */
  values: Query;
  /** The query for /v1: only what the address contains. */
  sent: Sent;
  /** What is wrong in the address, as a sentence. */
  problem: string | null;
  /** Whether anything besides the position in the list is set. */
  isFiltered: boolean;
  isFirstPage: boolean;
};

/** What says where in a list one is, and not what it finds. */
const PLACE: readonly string[] = ["direction", "next_page_cursor", "prev_page_cursor", "perPage", "sort", "view"];

export function isPlace(name: string): boolean {
  return PLACE.includes(name);
}

/**
 * Reads a list's filters and position from the address as the API does. `view` is the one parameter of /v1 that means
 * another thing in an address: there it names a saved view, and how much of a row is read is no visitor's choice.
 */
export function parseListQuery<Query>(
  reader: QueryReader<Query>,
  raw: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): ParsedListQuery<Query> {
  const names = reader.names.filter((name) => name !== "view");
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value ?? []].flat()) if (one !== "") search.append(name, one);
  }
  const collected = collectQuery(search, names);
  const { values, problems } = reader.read(collected);
  const [problem] = problems;
  return {
    // Every list has a default for each of its fields.
    values: values ?? (reader.read({}).values as Query),
    sent: values === null ? {} : collected,
    problem: problem ? toSentence(problem) : null,
    isFiltered: Object.keys(collected).some((name) => !isPlace(name)),
    isFirstPage: !collected.next_page_cursor && !collected.prev_page_cursor,
  };
}

/** As "status: Choose of …". */
function toSentence({ name, message }: QueryProblem): string {
  return `${name}: ${message}`;
}
