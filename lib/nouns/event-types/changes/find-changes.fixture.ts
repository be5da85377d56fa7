import { expect, it } from "vitest";
import { findSchemaChanges } from "@/lib/nouns/event-types/changes/find-changes";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";

type Told = readonly (readonly ["breaking" | "compatible", string])[];

/** What is told of the way from one schema of `data` to another. */
export function told(before: SchemaObject | null, after: SchemaObject | null) {
  return findSchemaChanges(before, after).map(({ message, is_breaking }) => [
    is_breaking ? "breaking" : "compatible",
    message,
  ]);
}

/** Two schemas of `data`, and what is told of the way from the first to the second, and back. */
export function table(cases: Record<string, { from: SchemaObject; to: SchemaObject; there: Told; back: Told }>): void {
  it.each(Object.entries(cases))("%s", (_name, { from, to, there, back }) => {
    expect(told(from, to)).toEqual(there);
    expect(told(to, from)).toEqual(back);
    expect(told(from, from)).toEqual([]);
    expect(told(to, to)).toEqual([]);
  });
}

/** A schema of an object with these properties. */
export const object = (properties: object, more: object = {}): SchemaObject => ({
  type: "object",
  properties,
  ...more,
});
/** A schema of an object with the property `a`. */
export const a = (schema: unknown) => object({ a: schema });
