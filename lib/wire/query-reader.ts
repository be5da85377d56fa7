import { DATE_RULE, type DateRange, isReversed, REVERSED, readInstant } from "@/lib/wire/date-range";

/**
 * Reads the queries of lists without a schema, for pages: they read their own address with it, and load no library for
 * that. A reader decides exactly as the schema of the API does, which list-readers.test.ts proves of every list.
 */

export const MAX_TEXT = 500;
export const MAX_LISTED = 200;
export const DIRECTIONS = ["next", "prev"] as const;
export const SORTS = ["ASC", "DESC"] as const;
export const VIEWS = ["full", "summary"] as const;

/** What a reader and a schema say of a wrong value. */
export const QUERY_RULES = {
  long: "Use at most 500 characters.",
  nul: "Leave out the NUL character.",
  many: "Name at most 200.",
  id: "Give an identifier (a UUID).",
  direction: "Choose next or prev.",
  perPage: "Give a number from 1 to 100.",
  whole: "Give a whole number.",
  sort: "Choose ASC or DESC.",
  view: "Choose full or summary.",
} as const;

/** The value of some text, or what is wrong with it. */
export type Reading<T> = { value: T } | { problem: string };

/** Reads the texts of one field; there are none if it is absent. */
export type FieldReader<T> = (texts: readonly string[]) => Reading<T>;

/** What is wrong with a field, or with a range that begins with it. */
export type QueryProblem = { name: string; message: string; isRange: boolean };

export type QueryReader<Query> = {
  names: readonly string[];
  /** The values with their defaults, null if anything is wrong. */
  read(texts: Readonly<Record<string, readonly string[]>>): { values: Query | null; problems: QueryProblem[] };
};

type Fields<Query> = { [Name in keyof Query]-?: FieldReader<Query[Name]> };

/** A reader of these fields, in the order in which they are judged; `findRange` finds a range that ends before it starts. */
export function queryReader<Query extends object>(
  fields: Fields<Query>,
  findRange: (query: Query) => QueryProblem[] = () => [],
): QueryReader<Query> {
  const all = Object.entries<FieldReader<unknown>>(fields);
  return {
    names: all.map(([name]) => name),
    read: (texts) => {
      const values: Record<string, unknown> = {};
      const problems: QueryProblem[] = [];
      for (const [name, readField] of all) {
        const reading = readField(texts[name] ?? []);
        if ("problem" in reading) problems.push({ name, message: reading.problem, isRange: false });
        else if (reading.value !== undefined) values[name] = reading.value;
      }
      if (problems.length === 0) problems.push(...findRange(values as Query));
      return { values: problems.length === 0 ? (values as Query) : null, problems };
    },
  };
}

/** A single value; the first one if it is repeated, the fallback if it is empty. */
export function single<T, const F>(read: (text: string) => Reading<T>, fallback: F): FieldReader<T | F> {
  return ([text = ""]) => (text === "" ? { value: fallback } : read(text));
}

/** A list: repeated keys or commas, mixed freely; empty if absent. */
export function listOf<T>(read: (text: string) => Reading<T>): FieldReader<T[]> {
  return (texts) => {
    const parts = texts.flatMap((text) => text.split(",")).map((part) => part.trim());
    return readEach(
      parts.filter((part) => part !== ""),
      read,
      { most: MAX_LISTED, rule: QUERY_RULES.many },
    );
  };
}

/** Reads every text, or tells what is wrong with the first that is. */
export function readEach<T>(
  texts: readonly string[],
  read: (text: string) => Reading<T>,
  { most, rule }: { most: number; rule: string },
): Reading<T[]> {
  if (texts.length > most) return { problem: rule };
  const values: T[] = [];
  for (const text of texts) {
    const reading = read(text);
    if ("problem" in reading) return reading;
    values.push(reading.value);
  }
  return { value: values };
}

/** One of a closed list. */
export function among<const Word extends string>(words: readonly Word[], rule: string) {
  return (text: string): Reading<Word> => {
    const value = words.find((word) => word === text);
    return value === undefined ? { problem: rule } : { value };
  };
}

/** Any of a closed list. */
export function anyOf<const Word extends string>(words: readonly Word[]): FieldReader<Word[]> {
  return listOf(among(words, `Choose of ${words.join(", ")}.`));
}

const UUID =
  /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$/;

const readID = (text: string): Reading<string> => (UUID.test(text) ? { value: text } : { problem: QUERY_RULES.id });

const readDate = (text: string): Reading<string> => (readInstant(text) ? { value: text } : { problem: DATE_RULE });

function readText(text: string): Reading<string> {
  if (text.length > MAX_TEXT) return { problem: QUERY_RULES.long };
  return text.includes("\0") ? { problem: QUERY_RULES.nul } : { value: text };
}

function readPerPage(text: string): Reading<number> {
  const value = Number(text);
  if (!Number.isFinite(value)) return { problem: QUERY_RULES.perPage };
  if (!Number.isSafeInteger(value)) return { problem: QUERY_RULES.whole };
  return value < 1 || value > 100 ? { problem: QUERY_RULES.perPage } : { value };
}

const readSort = among(SORTS, QUERY_RULES.sort);

export const text = single(readText, undefined);
export const id = single(readID, undefined);
export const ids = listOf(readID);

/** The fields of every list's pages. */
export const pagingFields = {
  direction: single(among(DIRECTIONS, QUERY_RULES.direction), "next"),
  next_page_cursor: text,
  prev_page_cursor: text,
  perPage: single(readPerPage, 20),
  sort: single((written) => readSort(written.toUpperCase()), "DESC"),
} as const;

/** How much of a row is read, of lists whose rows have payloads. */
export const payloadViewField = { view: single(among(VIEWS, QUERY_RULES.view), "full") } as const;

export const dateFields = { startDate: single(readDate, undefined), endDate: single(readDate, undefined) };

/** A range of dates that ends before it starts. */
export function findDateRange(query: DateRange): QueryProblem[] {
  return isReversed(query) ? [{ name: "startDate", message: REVERSED, isRange: true }] : [];
}
