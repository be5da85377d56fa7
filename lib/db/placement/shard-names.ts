/** What may follow the name of a table that has no alias. */
const NO_ALIAS =
  `on|set|values|where|join|left|right|inner|outer|full|cross|natural|lateral|using|order|group|having|limit|
offset|for|union|except|intersect|returning|select|default|overriding|with|tablesample|window|fetch|do`.replaceAll(
    "\n",
    "",
  );

/** Literals and comments, which stay; the columns of a conflict; tables, and whether an alias follows. */
const PARTS = new RegExp(
  [
    "'(?:[^']|'')*'",
    "--[^\\n]*",
    "\\bon\\s+conflict\\s*\\((?<columns>[^()]*)\\)",
    `\\b(?<before>(?:from|join|into|update|using|truncate|like|lock\\s+table|vacuum\\s*\\([^()]*\\))\\s+(?:only\\s+)?)"?(?<table>[a-z_][a-z0-9_]*)\\b"?(?![.\\w])(?<alias>\\s+(?!(?:${NO_ALIAS})\\b)["a-z_])?`,
  ].join("|"),
  "gi",
);

const TAKES_NO_ALIAS = /^(truncate|like|lock|vacuum)/i;

type Found = { columns?: string; before?: string; table?: string; alias?: string };

/**
 * Says a statement in the names of one shard: `from event_deliveries` becomes `from event_deliveries_102310 as
 * event_deliveries`, so that the rest of the text goes on to mean it, and a key that conflicts has the project in it, as
 * it has on many servers. Tables without a shard keep their names. A table is known by the word before it (`from`, `join`,
 * `into`, `update`, `using`): no statement lists tables with commas, or names a common table expression as a table.
 */
export class ShardNames {
  /** How prepared statements are said, by their texts, which are few. */
  readonly #said = new Map<string, string>();

  #names: ReadonlyMap<string, string>;

  /** `names` are the shards' names by table. */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  /** Takes names of more tables, as of the partition of a day to come. */
  update(names: ReadonlyMap<string, string>): void {
    this.#names = names;
    this.#said.clear();
  }

  /** A table without a shard keeps its name. */
  nameOf(table: string): string {
    return this.#names.get(table) ?? table;
  }

  /** `isKept`: the text is of a prepared statement, and comes again. */
  say(text: string, isKept: boolean): string {
    const said = this.#said.get(text) ?? this.#say(text);
    if (isKept) this.#said.set(text, said);
    return said;
  }

  #say(text: string): string {
    let target = "";
    return text.replace(PARTS, (whole, ...rest) => {
      const { columns, before, table = "", alias } = rest.at(-1) as Found;
      if (columns !== undefined) return this.#isWidened(target, columns) ? widen(whole) : whole;
      if (before === undefined) return whole;
      if (/^into/i.test(before)) target = table;
      const name = this.#names.get(table);
      if (name === undefined) return whole;
      return `${before}${name}${alias ?? (TAKES_NO_ALIAS.test(before) ? "" : ` as ${table}`)}`;
    });
  }

  /** The key of a project is its own id. */
  #isWidened(table: string, columns: string): boolean {
    return this.#names.has(table) && table !== "projects" && !/\bproject_id\b/i.test(columns);
  }
}

function widen(conflict: string): string {
  return conflict.replace(/\)$/, ", project_id)");
}
