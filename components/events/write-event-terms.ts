import { EVENT_GRAMMAR, FIELD_OPERATORS } from "@/components/events/event-terms";
import { quote } from "@/components/filter-bar/read-tokens";
import type { KnownNames } from "@/components/filter-bar/term-kinds";
import { writeDates, writeNames, writeTerm } from "@/components/filter-bar/write-terms";
import type { ListEvents } from "@/lib/nouns/events/schemas";
import { readWords } from "@/lib/nouns/events/search-query";

/** The filters of a list as one types them; typed, they find the same events again. Null where one cannot be typed. */
export function writeEventTerms(values: ListEvents, { choices }: KnownNames): string | null {
  if (!values.body.every(isTypable)) return null;
  const terms = [
    writeTerm("status", values.status),
    writeNames("source", values.sourceId, choices.source),
    writeNames("endpoint", values.endpointId, choices.endpoint),
    writeTerm("type", values.event_type),
    writeTerm("key", values.idempotencyKey),
    values.body.map(writeCondition),
    writeDates(values),
    readWords(values.q ?? "").map(writeWord),
  ];
  return terms.flat().join(" ");
}

const SIGNS = new Map<string, string>(Object.entries(FIELD_OPERATORS).map(([sign, operator]) => [operator, sign]));

const NAMES: ReadonlySet<string> = new Set(EVENT_GRAMMAR.terms.map(({ name }) => name));
const TYPABLE = /^[\p{L}_$][^\s:=<>~!",]*$/u;

/** `total>100` where there is a sign for it, else in the form of the API. */
function writeCondition(written: string): string {
  const [, path = "", operator = "", value = ""] = /^([^:]+):(\w+):(.*)$/s.exec(written) ?? [];
  const sign = value === "" ? undefined : SIGNS.get(operator);
  const text = /[\s"]/.test(value) && !value.startsWith('"') ? quote(value) : value;
  // The root tells a field from the filter of the same name.
  const field = NAMES.has(path.toLowerCase()) ? `$.${path}` : path;
  return sign ? `${field}${sign}${text}` : `${field}:${operator}:${text}`;
}

/** Whether a field can be typed: one with a blank in its name cannot. */
function isTypable(written: string): boolean {
  return TYPABLE.test(written.slice(0, written.indexOf(":")));
}

function writeWord(word: string): string {
  return /^[\p{L}\p{N}]+$/u.test(word) || word.includes('"') ? word : `"${word}"`;
}
