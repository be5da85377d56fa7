import type { RowValue, ValueKind } from "@/components/subscriptions/filter-rows/filter-tree";
import type { Comparison } from "@/lib/filter/filter-key";
import { isJsonNumber, parseExact, stringifyExact } from "@/lib/wire/exact-json";

const ANY_VALUE: readonly ValueKind[] = ["text", "number", "boolean", "null", "json"];
const ORDERED: readonly ValueKind[] = ["number", "text"];
const LISTS: readonly ValueKind[] = ["texts", "numbers", "json"];
const TEXT: readonly ValueKind[] = ["text"];

/** The kinds of value that an operator takes. */
export const VALUE_KINDS: Readonly<Record<Comparison, readonly ValueKind[]>> = {
  $eq: ANY_VALUE,
  $neq: ANY_VALUE,
  $gt: ORDERED,
  $gte: ORDERED,
  $lt: ORDERED,
  $lte: ORDERED,
  $in: LISTS,
  $nin: LISTS,
  $exist: ["boolean"],
  $startsWith: TEXT,
  $endsWith: TEXT,
  $regex: TEXT,
};

/** An operand as it is typed. */
export function readValue(operator: Comparison, operand: unknown): RowValue {
  const kind = kindOf(operator, operand);
  if (kind === "text") return { kind, text: operand as string };
  if (kind === "texts" || kind === "numbers") return { kind, text: (operand as unknown[]).map(String).join(", ") };
  return { kind, text: stringifyExact(operand) };
}

function kindOf(operator: Comparison, operand: unknown): ValueKind {
  if (typeof operand === "string") return "text";
  if (isJsonNumber(operand)) return "number";
  if (typeof operand === "boolean") return "boolean";
  if (operand === null) return "null";
  const isListOperator = VALUE_KINDS[operator] === LISTS;
  if (!isListOperator || !Array.isArray(operand)) return "json";
  if (operand.every(isJsonNumber)) return "numbers";
  return operand.every(isPlainItem) ? "texts" : "json";
}

/** Whether it survives between commas. */
function isPlainItem(item: unknown): boolean {
  return typeof item === "string" && item !== "" && item === item.trim() && !item.includes(",");
}

/** The operand that was typed, as JSON; null while it is none. */
export function writeValue({ kind, text }: RowValue): string | null {
  switch (kind) {
    case "text":
      return JSON.stringify(text);
    case "null":
      return "null";
    case "texts":
      return `[${splitItems(text).map((item) => JSON.stringify(item))}]`;
    case "numbers":
      return checkJson(`[${splitItems(text)}]`, (value) => (value as unknown[]).every(isJsonNumber));
    case "number":
      return checkJson(text, isJsonNumber);
    case "boolean":
      return checkJson(text, (value) => typeof value === "boolean");
    case "json":
      return checkJson(text, () => true);
  }
}

function checkJson(json: string, isKind: (value: unknown) => boolean): string | null {
  const value = readJson(json);
  return value !== undefined && isKind(value) ? json : null;
}

function splitItems(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function readJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

const LIST_OF: Partial<Record<ValueKind, ValueKind>> = { text: "texts", number: "numbers" };
const ITEM_OF: Partial<Record<ValueKind, ValueKind>> = { texts: "text", numbers: "number" };

/** The value under another operator: what was typed stays as far as that operator takes it. */
export function fitValue(value: RowValue, operator: Comparison): RowValue {
  const kinds = VALUE_KINDS[operator];
  if (kinds.includes(value.kind)) return value;
  const near = LIST_OF[value.kind] ?? ITEM_OF[value.kind];
  if (near && kinds.includes(near)) return { kind: near, text: value.text };
  return withKind({ kind: "json", text: "" }, kinds[0] ?? "text");
}

/** The value as another kind. */
export function withKind({ text }: RowValue, kind: ValueKind): RowValue {
  if (kind === "boolean") return { kind, text: text === "false" ? "false" : "true" };
  if (kind === "null") return { kind, text: "null" };
  return { kind, text };
}
