import { isJsonNumber, parseExact } from "@/lib/wire/exact-json";

/** What a search of events, or of their deliveries, asks of payloads and headers. */

export const BODY_OPERATORS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "contains",
  "startsWith",
  "endsWith",
  "exist",
] as const;
export type BodyOperator = (typeof BODY_OPERATORS)[number];

/** `value` is null, true, false, a number or text; `isQuoted` if the text was quoted and can only be text. */
export type BodyCondition = { path: string[]; operator: BodyOperator; value: unknown; text: string; isQuoted: boolean };

export const MAX_CONDITIONS = 10;
export const MANY_CONDITIONS = `At most ${MAX_CONDITIONS} conditions.`;
export const MAX_WORDS = 10;
export const BODY_RULE = `Write path:operator:value, such as customer.id:eq:42. Operators are ${BODY_OPERATORS.join(", ")}.`;

/** A header by its name, with exactly this value unless it is null. */
export type HeaderCondition = { name: string; value: string | null };

export const MAX_HEADERS = 5;
export const MANY_HEADERS = `At most ${MAX_HEADERS} headers.`;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200})(?:=([^\0]*))?$/s;
export const HEADER_RULE = "Write name=value, such as x-request-id=abc, or a name alone.";

/** Parses `name=value`, or a name alone; null if it is neither. The name is in lower case then. */
export function readHeaderCondition(written: string): HeaderCondition | null {
  const [, name, value = null] = HEADER.exec(written) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), value };
}

/** The filters that occur once for each of their values. */
export const REPEATED_FILTERS: readonly string[] = ["body", "header", "metadata"];

export type Search = { q?: string | undefined; body: string[]; header: string[] };

/** Whether a list is searched: what it searches has no index, and is read row by row. */
export function isSearch({ q, body, header }: Search): boolean {
  return (q !== undefined && readWords(q).length > 0) || body.length > 0 || header.length > 0;
}

/** Parses a condition as it is written in a query; null if it is invalid. */
export function readBodyCondition(written: string): BodyCondition | null {
  const [, pathText = "", operator = "", text = ""] = /^([^:]+):(\w+):(.*)$/s.exec(written) ?? [];
  const path = pathText.replace(/^\$\./, "").split(".");
  if (!isOperator(operator) || !isPath(path) || written.includes("\0")) return null;
  const value = readValue(text);
  if (!takes(operator, value, text)) return null;
  return { path, operator, value, ...readText(value, text) };
}

function readText(value: unknown, written: string): Pick<BodyCondition, "text" | "isQuoted"> {
  return typeof value === "string" ? { text: value, isQuoted: value !== written } : { text: written, isQuoted: false };
}

function isPath(path: readonly string[]): boolean {
  return path.length <= 20 && path.every((part) => part !== "");
}

const ORDERS: ReadonlySet<BodyOperator> = new Set<BodyOperator>(["gt", "gte", "lt", "lte"]);

function takes(operator: BodyOperator, value: unknown, text: string): boolean {
  if (operator === "exist") return typeof value === "boolean";
  if (operator === "eq" || operator === "neq") return true;
  if (text === "") return false;
  return !ORDERS.has(operator) || typeof value === "string" || isJsonNumber(value);
}

/** The words and "quoted phrases" of a search, at most ten. */
export function readWords(q: string): string[] {
  const found = [...q.matchAll(/"([^"]+)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
  return found.slice(0, MAX_WORDS);
}

function isOperator(text: string): text is BodyOperator {
  return (BODY_OPERATORS as readonly string[]).includes(text);
}

/** JSON's own null, true, false, numbers and quoted text; everything else is literal text. */
function readValue(text: string): unknown {
  if (!/^(?:null|true|false|-?\d[\d.eE+-]*|".*")$/s.test(text)) return text;
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}
