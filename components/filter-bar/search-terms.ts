import { type Operator, type Term, unquote, type Word } from "@/components/filter-bar/read-tokens";
import { AS_WRITTEN, anyOf, type Reading, type TermKind } from "@/components/filter-bar/term-kinds";
import { type BodyOperator, MAX_WORDS, readBodyCondition } from "@/lib/nouns/events/search-conditions";

/** What lists of events and of their deliveries read alike: fields of the payload, its words, and headers. */

export const FIELD_OPERATORS = {
  "=": "eq",
  "!=": "neq",
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
  "~": "contains",
} as const satisfies Partial<Record<Operator, BodyOperator>>;

const HOW = "Write the field and what it must be: customer.id=42, total>100, note~Knuth.";

/** `customer.id=42`, or as the API has it, `customer.id:eq:42`; null for what is meant as a filter. */
export function readField({ name, operator, value, text: written }: Term): Reading | null {
  if (operator === ":") {
    if (readBodyCondition(written)) return { patch: { body: [written] } };
    return name.includes(".") ? { problem: HOW } : null;
  }
  const condition = `${name}:${FIELD_OPERATORS[operator]}:${toJsonText(value)}`;
  const isEmpty = value === "";
  return readBodyCondition(condition) && !isEmpty ? { patch: { body: [condition] } } : { problem: HOW };
}

/** Quotes stay where they are JSON's: they make text of a number. */
function toJsonText(value: string): string {
  return value.startsWith('"') ? JSON.stringify(unquote(value)) : value;
}

export function readWords(words: readonly Word[]): Reading {
  if (words.length > MAX_WORDS) return { problem: `Write at most ${MAX_WORDS} words, or a "phrase" in quotes.` };
  return { patch: { q: words.map(({ text: word }) => word).join(" ") } };
}

/** `header:x-request-id=abc`, or a name alone. */
export const HEADER = pair({ name: "header", hint: "Came with this header: " }, "header", "x-request-id=abc");

/** All that are named must be there. */
export const TAG = anyOf({ name: "tag", hint: "With this tag, or all of several" }, "tag", AS_WRITTEN);

/** `meta:order=1042` */
export const METADATA = pair({ name: "meta", hint: "Its metadata has this: " }, "metadata", "order=1042");

function pair({ name, hint }: Pick<TermKind, "name" | "hint">, param: string, example: string): TermKind {
  return {
    name,
    hint: hint + example,
    offer: () => [],
    read: ({ operator, value }) => {
      const [, key = "", given] = /^([^=]+)(?:=(.*))?$/s.exec(value) ?? [];
      if (operator !== ":" || key === "") return { problem: `Write ${name}:${example}.` };
      return { patch: { [param]: [given === undefined ? unquote(key) : `${key}=${unquote(given)}`] } };
    },
  };
}
