import { toPlainName } from "@/lib/wire/parameter-names";

/**
 * Collects a query as its schema or reader expects it: the given texts per field. `eventType`, `event_type` and
 * `event_type[]` are one field, whatever the spelling there; unknown fields are dropped.
 */
export function collectQuery(search: URLSearchParams, fields: readonly string[]): Record<string, string[]> {
  const names = new Map(fields.map((name) => [toPlainName(name), name]));
  const collected: Record<string, string[]> = {};
  for (const [key, value] of search) {
    const name = names.get(toPlainName(key));
    if (!name) continue;
    collected[name] ??= [];
    collected[name].push(value);
  }
  return collected;
}
