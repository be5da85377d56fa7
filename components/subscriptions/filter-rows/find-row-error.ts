import type { FilterRow, NodePlace, ValueKind } from "@/components/subscriptions/filter-rows/filter-tree";
import { writeValue } from "@/components/subscriptions/filter-rows/row-value";
import { findOperandError } from "@/lib/filter/comparison";
import { ANY, readFilterKey } from "@/lib/filter/filter-key";
import { parseExact } from "@/lib/wire/exact-json";

const UNFINISHED: Readonly<Partial<Record<ValueKind, string>>> = {
  number: "Write a number, such as 100.",
  numbers: "Write numbers with commas between them, such as 1, 2, 3.",
  boolean: "Choose true or false.",
};

/** What is wrong with the field of a row or of a group, as a sentence, or null. */
export function findFieldError(field: string, { section, named }: NodePlace, mayBeEmpty = named): string | null {
  if (field === "") return mayBeEmpty ? null : NAMELESS[section];
  const isFlat = section === "headers" || section === "query";
  const read = readFilterKey(field, isFlat);
  if (typeof read === "string") return read;
  if (read.operator !== null) return "Choose the operator beside the field, not in its name.";
  const entersText = section !== "body" && named && read.steps[0] !== ANY;
  return entersText ? "Text has no fields inside." : null;
}

const NAMELESS = {
  body: "Name the field, such as order.total.",
  headers: "Name the header.",
  query: "Name the parameter.",
  path: null,
};

/** What is wrong with the value of a row, as a sentence, or null. */
export function findValueError({ operator, value }: FilterRow): string | null {
  const json = writeValue(value);
  if (json === null) return UNFINISHED[value.kind] ?? 'Write a JSON value, such as {"a": 1} or [1, "b"].';
  return findOperandError(operator, parseExact(json));
}
