import { type RawBuilder, sql } from "kysely";

/** Whether the column contains the text, in any case. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  return containsTextIn(sql.ref(column), text);
}

/** The same for any expression. */
export function containsTextIn(expression: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`${expression} ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** Whether the column equals the pattern, or begins with the text before its trailing `*`. */
export function matchesPattern(column: string, pattern: string): RawBuilder<boolean> {
  if (!pattern.endsWith("*")) return sql<boolean>`${sql.ref(column)} = ${pattern}`;
  return sql<boolean>`starts_with(${sql.ref(column)}, ${pattern.slice(0, -1)})`;
}

/** Whether the column is one of the texts, written so that an index can serve a single one in order. */
export function amongTexts(column: string, texts: readonly string[]): RawBuilder<boolean> {
  const [only] = texts;
  if (texts.length === 1) return sql<boolean>`${sql.ref(column)} = ${only}`;
  return sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`;
}
