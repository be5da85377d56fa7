import { idsAndRange, joinBytes, jsonArray, plainArray, textArray } from "@/lib/db/array-literal";
import type { DB } from "@/lib/db/generated";

/** A statement with the values of one call, as the driver takes it. A connection prepares it once, by its name. */
export type Query = { name: string; text: string; values: unknown[] };

/** A statement whose text is written once and never changes; a call provides its values. */
export type Statement<I> = (input: I) => Query;

/**
 * Writes a statement. Each parameter is named where the text uses it, beside the function that reads its value from the
 * input: nobody numbers parameters, and no two can be swapped.
 */
export function statement<I>(name: string, write: (given: Given<I>) => string): Statement<I> {
  const given = new Given<I>();
  const text = write(given);
  return (input) => ({ name, text, values: given.valuesOf(input) });
}

type Reader = (input: unknown, values: unknown[]) => void;

/** The parameters of a statement. Each method returns the SQL that stands for its parameter. */
export class Given<I> {
  #count = 0;
  readonly #readers: Reader[] = [];

  /** One value. `type` is its PostgreSQL type. */
  value(type: string, read: (input: I) => unknown): string {
    this.#add((input, values) => values.push(read(input)));
    return this.#next(type);
  }

  /** A list of values whose text needs no quoting, as one array. `type` is the type of an item. */
  list(type: string, read: (input: I) => readonly Plain[]): string {
    this.#add((input, values) => values.push(plainArray(read(input))));
    return this.#next(`${type}[]`);
  }

  /** A list of ids with the range that it spans. */
  ids(read: (input: I) => readonly string[]): Ids {
    this.#add((input, values) => values.push(...idsAndRange(read(input))));
    return new Ids(this.#next("uuid[]"), this.#next("uuid"), this.#next("uuid"));
  }

  /** A list of records, read as a table with one array for each column. */
  rows<R>(read: (input: I) => readonly R[]): {
    as<C extends Columns<R>>(alias: string, columns: C): Rows<keyof C & string>;
  } {
    return { as: (alias, columns) => this.#table(read, alias, columns) };
  }

  valuesOf(input: I): unknown[] {
    const values: unknown[] = [];
    for (const read of this.#readers) read(input, values);
    return values;
  }

  #table<R>(read: (input: I) => readonly R[], alias: string, columns: Columns<R>): Rows<string> {
    const all = Object.entries(columns);
    this.#add((input, values) => {
      const rows = read(input);
      for (const [, column] of all) values.push(...column.write(rows));
    });
    const arrays: string[] = [];
    const names: string[] = [];
    const parameters = new Map<string, string>();
    for (const [name, { types }] of all) {
      const [first = "", ...others] = types.map((type) => this.#next(type));
      parameters.set(name, first);
      // Bytes are one parameter for all rows; the arrays after it say which part belongs to each row.
      arrays.push(...(others.length === 0 ? [first] : others));
      names.push(...(others.length === 0 ? [name] : [`${name}_start`, `${name}_length`]));
    }
    return new Rows(`unnest(${arrays.join(", ")}) as ${alias}(${names.join(", ")})`, alias, parameters);
  }

  #add(read: (input: I, values: unknown[]) => void): void {
    this.#readers.push(read as Reader);
  }

  #next(type: string): string {
    this.#count += 1;
    return `$${this.#count}::${type}`;
  }
}

/** A list of ids as a parameter, with the smallest and the largest as two more. */
export class Ids {
  constructor(
    private readonly list: string,
    private readonly first: string,
    private readonly last: string,
  ) {}

  /**
   * The condition that the column is one of the ids. It states the range beside the list, so that partitions are
   * pruned.
   */
  has(column: string): string {
    return `${column} = any(${this.list}) and ${column} between ${this.first} and ${this.last}`;
  }
}

/** A list of records as a parameter; as text it is the table `unnest(…) as alias(…)`. */
export class Rows<C extends string> {
  constructor(
    private readonly table: string,
    private readonly alias: string,
    private readonly parameters: ReadonlyMap<string, string>,
  ) {}

  /** All values of a column, as one array. */
  all(column: C): string {
    return this.parameters.get(column) ?? "";
  }

  /** The value of a column of bytes, in a query that has the table under `alias` (its own by default). */
  bytes(column: C, alias = this.alias): string {
    return `substring(${this.parameters.get(column)} from ${alias}.${column}_start for ${alias}.${column}_length)`;
  }

  toString(): string {
    return this.table;
  }
}

/** `insert into table (…) select …`, each column beside the expression that fills it. */
export function insertInto<T extends keyof DB & string>(
  table: T,
  columns: { readonly [C in keyof DB[T] & string]?: string },
): string {
  const names = Object.keys(columns);
  return `insert into ${table} (${names.join(", ")}) select ${Object.values(columns).join(", ")}`;
}

/** How one column of a list of records becomes parameters. */
export type Column<R> = { readonly types: readonly string[]; write(rows: readonly R[]): unknown[] };
export type Columns<R> = Readonly<Record<string, Column<R>>>;

type Plain = string | number | boolean | null;

const plain =
  (type: string) =>
  <R>(read: (row: R, place: number) => Plain): Column<R> => ({
    types: [`${type}[]`],
    write: (rows) => [plainArray(rows.map(read))],
  });

export const uuid = plain("uuid");
export const int = plain("int");
export const bigint = plain("bigint");
export const float = plain("float8");
export const bool = plain("boolean");
/** Text of a closed list of ours: letters only, so that it needs no quoting. */
export const word = plain("text");

/** Any text. */
export function text<R>(read: (row: R) => string | null): Column<R> {
  return { types: ["text[]"], write: (rows) => [textArray(rows.map(read))] };
}

/** Text of a value as JSON, to be cast to `json` or `jsonb`. */
export function json<R>(read: (row: R) => object | null): Column<R> {
  return { types: ["text[]"], write: (rows) => [jsonArray(rows.map(read))] };
}

/** Text of a list of ids, or null, to be cast to `uuid[]`. */
export function uuids<R>(read: (row: R) => readonly string[] | null): Column<R> {
  return text((row) => {
    const ids = read(row);
    return ids && plainArray(ids);
  });
}

/** Text of a list of texts, or null, to be cast to `text[]`. */
export function texts<R>(read: (row: R) => readonly string[] | null): Column<R> {
  return text((row) => {
    const listed = read(row);
    return listed && textArray(listed);
  });
}

/** Bytes, read back by `Rows.bytes`. */
export function bytes<R>(read: (row: R) => Buffer | null): Column<R> {
  return {
    types: ["bytea", "int[]", "int[]"],
    write(rows) {
      const joined = joinBytes(rows.map(read));
      return [joined.bytes, joined.offsets, joined.lengths];
    },
  };
}
