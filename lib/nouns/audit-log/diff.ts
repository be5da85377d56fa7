import { stringifyExact } from "@/lib/wire/exact-json";
import { redactCredentials } from "@/lib/wire/redaction";

export type FieldChanges = Record<string, { from: unknown; to: unknown }>;

/** Fields that change by themselves. */
const IGNORED = new Set(["created_at", "updated_at", "events", "failure_rate"]);

/**
 * The top-level fields that differ between two answers of one resource, without credentials. Nested resources are shown
 * by their id.
 */
export function diffFields(before: object, after: object): FieldChanges {
  const from = redactCredentials({ ...before }) as Record<string, unknown>;
  const to = redactCredentials({ ...after }) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((name) => !IGNORED.has(name));
  const changes: FieldChanges = {};
  for (const name of names) {
    const change = { from: toPlain(name, from[name]), to: toPlain(name, to[name]) };
    if (stringifyExact(change.from) !== stringifyExact(change.to)) changes[name] = change;
  }
  return changes;
}

function toPlain(name: string, value: unknown): unknown {
  if (name.endsWith("_metadata") && typeof value === "object" && value !== null && "uid" in value) return value.uid;
  return value ?? null;
}
