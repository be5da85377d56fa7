import type { QueryPatch } from "@/components/data-table/use-list-query";
import { type Choices, type Found, findChoice } from "@/components/filter-bar/find-choice";
import { readList, type Term, unquote } from "@/components/filter-bar/read-tokens";
import { isUuid } from "@/components/ids/id-text";

/** What of the page a name is looked up in, and the clock and zone that times are read by. */
export type BarContext = {
  choices: Readonly<Record<"endpoint" | "source" | "device" | "subscription", Choices>>;
  nowMs: number;
  zone: string;
};

/** What is known of the names, without a clock. */
export type KnownNames = Pick<BarContext, "choices">;

export type Reading = { patch: QueryPatch } | { problem: string };

/** A filter by its typed name. */
export type TermKind = {
  name: string;
  /** What it finds, for the list of names. */
  hint: string;
  /** Values to complete it with, as they are typed after the name. */
  offer: (context: KnownNames) => readonly string[];
  read: (term: Term, context: BarContext) => Reading;
};

const ORDER = /^(>=|<=|>|<)(.*)$/s;

/** Refuses a comparison of what can only be named. */
function named(kind: TermKind): TermKind {
  const read: TermKind["read"] = (term, context) => {
    if (term.operator !== ":") return { problem: `Write ${kind.name}: and a value.` };
    if (readList(term.value).length === 0) return { problem: `Write a value after ${kind.name}:` };
    return kind.read(term, context);
  };
  return { ...kind, read };
}

type Basics = Pick<TermKind, "name" | "hint">;

/** How typed values become those of the address, and what may be typed. */
export type LookUp = {
  find: (typed: string, context: BarContext) => Found;
  offer: (context: KnownNames) => readonly string[];
};

/** Looks names up among what the page knows, or in a closed list. */
export function among(choicesOf: (context: KnownNames) => Choices): LookUp {
  return {
    find: (typed, context) => findChoice(typed, choicesOf(context)),
    offer: (context) => choicesOf(context).known.map(({ name }) => name),
  };
}

/** Any of several values. */
export function anyOf(basics: Basics, param: string, { find, offer }: LookUp): TermKind {
  return named({
    ...basics,
    offer,
    read: ({ value }, context) => {
      const found = readList(value).map((typed) => find(typed, context));
      const wrong = found.find((one) => "problem" in one);
      return wrong ?? { patch: { [param]: found.flatMap((one) => ("id" in one ? [one.id] : [])) } };
    },
  });
}

/** One value. */
export function oneOf(basics: Basics, param: string, { find, offer }: LookUp): TermKind {
  return named({
    ...basics,
    offer,
    read: ({ value }, context) => {
      const found = find(unquote(value), context);
      return "id" in found ? { patch: { [param]: found.id } } : found;
    },
  });
}

/** Values that stand for themselves; the list says what is wrong with them. */
export const AS_WRITTEN: LookUp = { find: (typed) => ({ id: typed }), offer: () => [] };

/** The text itself, commas included. */
export function text(basics: Basics, param: string): TermKind {
  return named({ ...basics, offer: () => [], read: ({ value }) => ({ patch: { [param]: unquote(value) } }) });
}

export function id(basics: Basics, param: string): TermKind {
  return named({
    ...basics,
    offer: () => [],
    read: ({ value }) =>
      isUuid(unquote(value))
        ? { patch: { [param]: unquote(value) } }
        : { problem: `${basics.name}: takes an id (a UUID).` },
  });
}

type Amount = {
  params: readonly [min: string, max: string];
  /** Null for what is no amount. */
  read: (typed: string) => number | null;
  /** The least difference of two amounts; 0 where it is not measured: "more than" is then "at least", and nothing is exactly so much. */
  step: number;
  /** What to write, said of what cannot be read. */
  help: string;
  offer: readonly string[];
};

/** A comparison, a range such as 2..5, or one amount. */
export function amount(basics: Basics, { params: [min, max], offer, ...rules }: Amount): TermKind {
  return {
    ...basics,
    offer: () => offer,
    read: ({ operator, value }) => {
      const ends = readEnds(...splitSign(operator, value), rules);
      const problem = ends === null ? rules.help : findMistake(ends, basics.name);
      if (ends === null || problem !== null) return { problem: problem ?? rules.help };
      const [from, to] = ends.map((end) => (end === null ? null : String(end)));
      return { patch: { [min]: from ?? null, [max]: to ?? null } };
    },
  };
}

/** Takes attempts:>=3 for attempts>=3. */
function splitSign(operator: string, value: string): [sign: string, typed: string] {
  const [, sign, typed] = ORDER.exec(value) ?? [];
  return operator === ":" && sign && typed !== undefined ? [sign, unquote(typed)] : [operator, unquote(value)];
}

type Ends = readonly [from: number | null, to: number | null];
type Rules = Pick<Amount, "read" | "step">;

function findMistake([from, to]: Ends, name: string): string | null {
  if (to === null) return null;
  if (to < 0) return `Nothing has less than 0 ${name}.`;
  return from !== null && from > to ? `The range of ${name} ends before it starts.` : null;
}

function readEnds(sign: string, typed: string, rules: Rules): Ends | null {
  const range = sign === ":" ? /^(?<from>.*)\.\.(?<to>.*)$/s.exec(typed)?.groups : undefined;
  return range ? readRange([range.from ?? "", range.to ?? ""], rules) : readComparison(sign, typed, rules);
}

const ENDS: Readonly<Record<string, (given: number, step: number) => Ends>> = {
  ":": (given) => [given, given],
  "=": (given) => [given, given],
  ">=": (given) => [given, null],
  "<=": (given) => [null, given],
  ">": (given, step) => [given + step, null],
  "<": (given, step) => [null, given - step],
};

function readComparison(sign: string, typed: string, { read, step }: Rules): Ends | null {
  const given = read(typed);
  const isExact = sign === ":" || sign === "=";
  if (given === null || (isExact && step === 0)) return null;
  return ENDS[sign]?.(given, step) ?? null;
}

/** An end that is left out is open; not both. */
function readRange(typed: readonly [from: string, to: string], { read }: Rules): Ends | null {
  const [from = null, to = null] = typed.map(read);
  const isWrong = (end: string, index: number) => end !== "" && [from, to][index] === null;
  return typed.some(isWrong) || typed.every((end) => end === "") ? null : [from, to];
}
