import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "@/lib/db/generated";

/** A column with text that a SecretBox encrypted. */
export type SealedColumn = {
  table: keyof DB;
  column: string;
  /** The path to the text inside a JSON column. */
  path?: readonly string[];
  /** The table's primary key, in its order. */
  key: Readonly<Record<string, "uuid" | "bytea">>;
  /** A plural description of the content, for the operator. */
  words: string;
  /** How many rows are read and written at once. */
  atOnce: number;
  /** Whether its rows are of no project. */
  isOfInstallation?: true;
};

const inProject = { project_id: "uuid", id: "uuid" } as const;
const many = { atOnce: 200 };

/** Each may be as large as an answer, and is deleted after a day. */
const ANSWERS: SealedColumn = {
  table: "idempotent_requests",
  column: "answer",
  key: { key_hash: "bytea" },
  words: "answers kept for an Idempotency-Key",
  atOnce: 20,
  isOfInstallation: true,
};

/** Every column with encrypted text. Text in any other column would be lost with its key: a test checks for that. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "endpoints", column: "authentication", key: inProject, words: "credentials of endpoints", ...many },
  { table: "endpoints", column: "tls", key: inProject, words: "certificates of endpoints", ...many },
  { table: "endpoints", column: "key_pairs", key: inProject, words: "key pairs of endpoints", ...many },
  {
    table: "endpoints",
    column: "sealed_chat_webhook_url",
    key: inProject,
    words: "chat addresses of endpoints",
    ...many,
  },
  {
    table: "endpoint_secrets",
    column: "value",
    key: { project_id: "uuid", endpoint_id: "uuid", id: "uuid" },
    words: "signing secrets of endpoints",
    ...many,
  },
  { table: "sources", column: "verifier", key: inProject, words: "verifiers of sources", ...many },
  { table: "sources", column: "previous_secret", key: inProject, words: "older secrets of sources", ...many },
  { table: "sources", column: "handshakes", key: inProject, words: "secrets handed over to sources", ...many },
  { table: "sources", column: "pub_sub", key: inProject, words: "brokers of sources", ...many },
  { table: "sources", column: "rest_api", key: inProject, words: "polled APIs of sources", ...many },
  { table: "sources", column: "db_change_stream", key: inProject, words: "databases of sources", ...many },
  { table: "alert_routes", column: "settings", key: inProject, words: "addresses and keys of alert routes", ...many },
  { table: "devices", column: "secret", key: inProject, words: "signing secrets of devices", ...many },
  {
    table: "projects",
    column: "settings",
    path: ["meta_event", "secret"],
    key: { id: "uuid" },
    words: "secrets of meta events",
    ...many,
  },
  ANSWERS,
];

/** The encrypted text of a row of the table `t`. */
export function sealedText({ column, path }: SealedColumn): RawBuilder<string | null> {
  const place = sql.ref(`t.${column}`);
  return path ? sql`(${place} #>> ${sql.lit(`{${path.join(",")}}`)})` : sql`${place}`;
}

/** The id of its key, read from the first bytes, so that long text is not fetched. */
export function keyIdOf(column: SealedColumn): RawBuilder<string> {
  return sql`substr(${sealedText(column)}, 4, 8)`;
}

export function isSealed(column: SealedColumn): RawBuilder<boolean> {
  return sql`substr(${sealedText(column)}, 1, 3) = 'v1.'`;
}

/** What a key has encrypted; `count` is null if it was not counted. */
export type KeyUse = { keyId: string; words: string; count: number | null };

/**
 * Finds what each key has encrypted in the configuration. It reads the tables of the configuration once, and no large
 * value. Stored answers may be so many that they are not read at each start: they are searched only for the `suspected`
 * keys.
 */
export async function findKeyUses(db: Kysely<DB>, suspected: readonly string[]): Promise<KeyUse[]> {
  const counts = SEALED_COLUMNS.filter((column) => column !== ANSWERS).map(
    (column) => sql`
      select ${keyIdOf(column)} as "keyId", ${sql.lit(column.words)} as words, count(*) as count
      from ${sql.table(column.table)} t where ${isSealed(column)} group by 1`,
  );
  const { rows } = await sql<KeyUse>`${sql.join(counts, sql` union all `)}`.execute(db);
  for (const keyId of suspected) {
    const kept = await sql`
      select 1 from ${sql.table(ANSWERS.table)} t
      where ${isSealed(ANSWERS)} and ${keyIdOf(ANSWERS)} = ${keyId} and t.expires_at > now() limit 1`.execute(db);
    if (kept.rows.length > 0) rows.push({ keyId, words: ANSWERS.words, count: null });
  }
  return rows;
}
