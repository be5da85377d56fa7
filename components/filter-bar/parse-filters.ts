import type { QueryPatch } from "@/components/data-table/use-list-query";
import { nearest } from "@/components/filter-bar/find-choice";
import { isOpenQuote, quote, readTokens, type Span, type Term, type Word } from "@/components/filter-bar/read-tokens";
import type { BarContext, Reading, TermKind } from "@/components/filter-bar/term-kinds";
import type { QueryReader } from "@/lib/wire/query-reader";

/** What may be typed above a list. */
export type Grammar = {
  terms: readonly TermKind[];
  /** The names in the address that a whole line stands for. */
  params: readonly string[];
  /** What the API takes, which the whole line is held to. */
  reader: QueryReader<object>;
  /** Reads a comparison whose name is no filter; null if the list knows nothing of that kind. */
  readOther: (term: Term) => Reading | null;
  /** What bare words ask for; null where they are no filter by themselves. */
  readWords: (words: readonly Word[]) => Reading | null;
};

export type Problem = Span & { message: string };

/** New filters, or only words that are no filter by themselves, or what is wrong and where. */
export type ParsedLine =
  | { kind: "patch"; patch: QueryPatch }
  | { kind: "words"; words: string }
  | ({ kind: "problem" } & Problem);

/**
 * Reads a typed line. A single wrong term makes the whole line a problem: nothing of it counts then. The patch replaces
 * what was set under its names; what the line adds to is given as `kept`.
 */
export function parseFilters(line: string, grammar: Grammar, context: BarContext, kept: QueryPatch = {}): ParsedLine {
  const whole = { start: 0, end: line.length };
  if (isOpenQuote(line)) return toProblem("Close the quotation mark.", { ...whole, start: line.lastIndexOf('"') });
  const tokens = readTokens(line);
  const words = tokens.filter((token) => token.kind === "word");
  const terms = tokens.filter((token) => token.kind === "term");
  const ofWords = readWords(words, terms, grammar);
  if (ofWords.kind !== "patch") return ofWords;

  let patch: QueryPatch = { ...kept, ...ofWords.patch };
  for (const term of terms) {
    const reading = readTerm(term, grammar, context);
    if ("problem" in reading) return toProblem(reading.problem, term);
    const merged = merge(patch, reading.patch);
    if (!merged) return toProblem(`${term.name} is said twice. Keep one of them.`, term);
    patch = merged;
  }
  const message = findRefusal(patch, grammar);
  return message === null ? { kind: "patch", patch } : toProblem(message, whole);
}

function toProblem(message: string, { start, end }: Span): ParsedLine {
  return { kind: "problem", message, start, end };
}

function readWords(words: readonly Word[], terms: readonly Term[], grammar: Grammar): ParsedLine {
  const [first] = words;
  if (!first) return { kind: "patch", patch: {} };
  const reading = grammar.readWords(words);
  if (!reading) {
    if (terms.length === 0) return { kind: "words", words: words.map(({ text }) => text).join(" ") };
    return toProblem(tellWords(first.text), first);
  }
  if ("problem" in reading) return toProblem(reading.problem, first);
  return { kind: "patch", patch: reading.patch };
}

/** Tells of words that are no filter by themselves. */
export function tellWords(words: string): string {
  return `“${words}” is no filter. Write type:${quote(words)} for the event type, or "${words}" for the payload.`;
}

function readTerm(term: Term, grammar: Grammar, context: BarContext): Reading {
  const kind = grammar.terms.find(({ name }) => name === term.name.toLowerCase());
  if (kind) return kind.read(term, context);
  return grammar.readOther(term) ?? { problem: tellUnknown(term, grammar) };
}

function tellUnknown({ name }: Term, { terms }: Grammar): string {
  const names = terms.map((term) => term.name);
  const near = nearest(name, names);
  const none = `There is no filter ${name}.`;
  return near === null ? `${none} There are ${names.join(", ")}.` : `${none} Did you mean ${near}?`;
}

/** Several values of a list are any of them, both ends of a range may come from two terms; null for a contradiction. */
function merge(before: QueryPatch, added: QueryPatch): QueryPatch | null {
  const merged = { ...before };
  for (const [name, value] of Object.entries(added)) {
    const known = merged[name] ?? null;
    if (isList(known) && isList(value)) merged[name] = [...new Set([...known, ...value])];
    else if (known === null || value === null || known === value) merged[name] = value ?? known;
    else return null;
  }
  return merged;
}

function isList(value: QueryPatch[string]): value is readonly string[] {
  return Array.isArray(value);
}

/** What the API would refuse, in its words. */
function findRefusal(patch: QueryPatch, { reader }: Grammar): string | null {
  const set = Object.entries(patch).map(([name, value]) => [name, [value ?? []].flat()] as const);
  const [problem] = reader.read(Object.fromEntries(set)).problems;
  if (!problem) return null;
  return problem.isRange ? "The range ends before it starts." : problem.message;
}
