import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import type { Heard } from "@/attack/caller";
import { CREDENTIALS } from "@/attack/canary-fields";
import { Needles } from "@/attack/needles";

/** The prefix of every canary, so that one search finds all of them. */
const PREFIX = "cnry";

/** Values that stand for credentials, and where each was found. */
export class Canaries {
  readonly #values = new Map<string, string[]>();

  /** A new value of this credential. */
  plant(field: string): string {
    return this.know(field, `${PREFIX}${randomBytes(9).toString("hex")}`);
  }

  /** Registers a credential that the program created itself. */
  know(field: string, value: string): string {
    this.#values.set(field, [...(this.#values.get(field) ?? []), value]);
    return value;
  }

  /** The credentials without a canary. */
  missing(): string[] {
    return Object.keys(CREDENTIALS).filter((field) => !this.#values.has(field));
  }

  fields(): string[] {
    return [...this.#values.keys()];
  }

  /** Throws if the text contains this credential, plain or encoded. */
  refuteIn(field: string, text: string, place: string): void {
    for (const value of this.#values.get(field) ?? []) {
      for (const form of formsOf(value)) {
        const at = text.indexOf(form);
        assert.equal(at, -1, `${place} has it: …${text.slice(Math.max(0, at - 120), at + form.length + 20)}…`);
      }
    }
  }

  /** Throws if an answer contains this credential that must not. */
  refuteInAnswers(field: string, heard: readonly Heard[]): void {
    const shown = CREDENTIALS[field] ?? [];
    for (const { who, what, text } of heard) {
      if (shown.some((one) => one.who.test(who) && one.what.test(what))) continue;
      this.refuteIn(field, text, `the answer of ${what} to ${who}`);
    }
  }

  /** Reads every row that contains something like a credential of ours, from every table, as text. */
  async readRows(db: Pool): Promise<string> {
    const { rows: tables } = await db.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
    );
    const needles = new Needles([...this.#values.values()].flat().flatMap(formsOf));
    const found: string[] = [];
    for (const { name } of tables) {
      for await (const row of readTexts(db, name)) if (needles.areIn(row)) found.push(`${name}: ${row}\n`);
    }
    return found.join("");
  }
}

/** The rows of a table as texts, some at a time. */
async function* readTexts(db: Pool, table: string): AsyncGenerator<string> {
  const client = await db.connect();
  try {
    await client.query(`begin; declare texts no scroll cursor for select t::text as row from ${table} t`);
    for (;;) {
      const { rows } = await client.query<{ row: string }>("fetch 100 from texts");
      for (const { row } of rows) yield row;
      if (rows.length === 0) return;
    }
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** The forms of a value: as it is, in a URL, as digits or bytes, in base64 at each offset. */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    return text.slice(offset === 0 ? 0 : offset + 1, -1);
  });
  return [value, encodeURIComponent(value), bytes.toString("hex"), bytes.join(","), ...base64];
}
