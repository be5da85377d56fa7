import type { z } from "zod";
import type { Query } from "@/components/data/read";
import { collectQuery } from "@/lib/wire/list-query";

export type ListSchema = z.ZodObject;

export type ParsedListQuery<S extends ListSchema> = {
  /** Every value with its type and default; all defaults if the address is invalid. */
  values: z.output<S>;
  /** The query for /v1: only what the address contains. */
  sent: Query;
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
 * Reads a list's filters and position from the address with the schema of the API. `view` is the one parameter of /v1 that
 * means another thing in an address: there it names a saved view, and how much of a row is read is no visitor's choice.
 */
export function parseListQuery<S extends ListSchema>(
  schema: S,
  raw: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): ParsedListQuery<S> {
  const names = Object.keys(schema.shape).filter((name) => name !== "view");
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value ?? []].flat()) if (one !== "") search.append(name, one);
  }
  const collected = collectQuery(search, names);
  const parsed = schema.safeParse(collected);
  const issue = parsed.error?.issues[0];
  return {
    values: parsed.success ? parsed.data : (schema.parse({}) as z.output<S>),
    sent: parsed.success ? collected : {},
    problem: issue ? toSentence(issue) : null,
    isFiltered: Object.keys(collected).some((name) => !isPlace(name)),
    isFirstPage: !collected.next_page_cursor && !collected.prev_page_cursor,
  };
}

/** As "status: Choose of …"; the message alone where it is about no single name. */
function toSentence({ path: [name], message }: z.core.$ZodIssue): string {
  return name === undefined ? message : `${String(name)}: ${message}`;
}
