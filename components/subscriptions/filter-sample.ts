import type { FilterInput } from "@/lib/filter/compile-filter";
import type { Event } from "@/lib/nouns/events/schemas";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

export type Sample = FilterInput & { event_type: string | null };

export const SAMPLE_TEXT = JSON.stringify(
  {
    event_type: "order.created",
    body: { order: { id: 1001, total: 149.9, currency: "EUR" } },
    headers: { "x-region": "eu" },
    query: {},
  },
  null,
  2,
);

/** Parses a typed event to filter; omitted parts are empty. Null if it is not a JSON object. */
export function readSample(text: string): Sample | null {
  try {
    const given: unknown = parseExact(text);
    if (typeof given !== "object" || given === null || Array.isArray(given)) return null;
    const { event_type, body, headers, query, path } = given as Partial<Record<keyof Sample, unknown>>;
    return {
      event_type: typeof event_type === "string" ? event_type : null,
      body,
      headers: (headers ?? {}) as FilterInput["headers"],
      query: (query ?? {}) as FilterInput["query"],
      path: typeof path === "string" ? path : "",
    };
  } catch {
    return null;
  }
}

/** A received event as a sample. */
export function toSampleText(event: Event): string {
  const query = Object.fromEntries(new URLSearchParams(event.url_query_params));
  const sample = { event_type: event.event_type, body: parse(event.raw), headers: event.headers ?? {}, query };
  return stringifyExact(sample, 2);
}

function parse(raw: string | undefined): unknown {
  try {
    return parseExact(raw ?? "");
  } catch {
    return raw;
  }
}
