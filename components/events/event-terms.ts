import { toClosedChoices } from "@/components/filter-bar/find-choice";
import type { Grammar } from "@/components/filter-bar/parse-filters";
import { type Operator, type Term, unquote, type Word } from "@/components/filter-bar/read-tokens";
import { among, anyOf, type Reading, text } from "@/components/filter-bar/term-kinds";
import { TIME_TERMS } from "@/components/filter-bar/time-terms";
import { EVENT_STATUSES } from "@/lib/kernel/vocabulary";
import { ListEvents } from "@/lib/nouns/events/schemas";
import { type BodyOperator, MAX_WORDS, readBodyCondition } from "@/lib/nouns/events/search-query";

const STATUSES = toClosedChoices("status", EVENT_STATUSES);

const FILTERS = [
  anyOf(
    { name: "status", hint: EVENT_STATUSES.join(", ") },
    "status",
    among(() => STATUSES),
  ),
  anyOf(
    { name: "source", hint: "From this source" },
    "sourceId",
    among(({ choices }) => choices.source),
  ),
  anyOf(
    { name: "endpoint", hint: "Routed to this endpoint" },
    "endpointId",
    among(({ choices }) => choices.endpoint),
  ),
  text({ name: "type", hint: "Event type; order.* takes all that begin so" }, "event_type"),
  text({ name: "key", hint: "Idempotency key, exactly" }, "idempotencyKey"),
  ...TIME_TERMS,
];

/** A comparison without a colon is of the payload: it says so where its name is a filter's too. */
const TERMS = FILTERS.map((kind) => ({
  ...kind,
  read: (term: Term, context: Parameters<typeof kind.read>[1]): Reading => {
    if (term.operator === ":") return kind.read(term, context);
    const { name, text: typed } = term;
    return { problem: `Write ${name}: and a value for the filter, or $.${typed} for that field of the payload.` };
  },
}));

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
function readField({ name, operator, value, text: written }: Term): Reading | null {
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

function readWords(words: readonly Word[]): Reading {
  if (words.length > MAX_WORDS) return { problem: `Write at most ${MAX_WORDS} words, or a "phrase" in quotes.` };
  return { patch: { q: words.map(({ text: word }) => word).join(" ") } };
}

const PARAMS = [
  "status",
  "sourceId",
  "endpointId",
  "event_type",
  "idempotencyKey",
  "q",
  "body",
  "startDate",
  "endDate",
] as const satisfies readonly (keyof ListEvents)[];

/** What may be typed above the events: filters, fields of the payload, and words of it. */
export const EVENT_GRAMMAR: Grammar = {
  params: PARAMS,
  terms: TERMS,
  schema: ListEvents,
  readOther: readField,
  readWords,
};
