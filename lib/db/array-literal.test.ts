import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { jsonArray, textArray } from "@/lib/db/array-literal";
import { createTestDatabase } from "@/lib/db/test-database";

const TEXTS = ['"', "\\", '\\"', "a\nb\t", "{}", "NULL", "", "é\u2028\u007f", "😀", ",'", "\u0001\b"];

it("gives PostgreSQL any text and any JSON as it is", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const values = [...TEXTS.map((text) => ({ [text]: [text, { text }], n: 1.5 })), null, {}];
  const { rows } = await sql<{ text: string | null; json: unknown }>`
    select text, json from unnest(${textArray(TEXTS)}::text[], ${jsonArray(values)}::text[]) as given(text, written),
      lateral (select written::json as json) as read`.execute(database.db);
  expect(rows.map(({ text }) => text)).toEqual([...TEXTS, null, null]);
  expect(rows.map(({ json }) => json)).toEqual(values);
});
