import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB, Json } from "@/lib/db/generated";
import { allOf } from "@/lib/db/id-range";
import { takeTurn } from "@/lib/db/take-turn";
import type { FieldError } from "@/lib/kernel/errors";
import type { GivenReferences, References } from "@/lib/kernel/references";

/** The resources on which a company keeps references of its own, in the words of messages. */
const NOUNS = {
  projects: "project",
  sources: "source",
  endpoints: "endpoint",
  subscriptions: "subscription",
  event_types: "event type",
} as const;
type Table = keyof typeof NOUNS;

/** The columns that an input sets; an omitted field is undefined and stays. */
export function toReferenceColumns({ external_id, metadata }: GivenReferences) {
  return {
    external_id: external_id === undefined ? undefined : external_id || null,
    metadata: metadata === undefined ? undefined : toStored(metadata),
  };
}

function toStored(metadata: References["metadata"] | null): string | null {
  return metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

/** The references of a stored resource, as they are answered. */
export function toReferences(row: { external_id: string | null; metadata: Json | null }): References {
  return { external_id: row.external_id, metadata: (row.metadata ?? {}) as References["metadata"] };
}

/** The condition of a list that is filtered by references. */
export function hasReferences(query: {
  external_id?: string | undefined;
  metadata: readonly string[];
}): RawBuilder<boolean> {
  const { external_id, metadata } = query;
  return allOf([
    ...(external_id === undefined ? [] : [sql<boolean>`external_id = ${external_id}`]),
    ...metadata.map((pair) => sql<boolean>`metadata @> ${toPair(pair)}::jsonb`),
  ]);
}

/** Whether a column has all of these tags. */
export function hasTags(column: string, tags: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} @> ${tags}::text[]`;
}

/** `key=value` as JSON; a key has no `=`. */
function toPair(text: string): string {
  const at = text.indexOf("=");
  return JSON.stringify(Object.fromEntries([[text.slice(0, at), text.slice(at + 1)]]));
}

/** Where an identifier is to be written: `id` is null for a new resource, `projectId` for projects. */
type Place = { table: Table; projectId: string | null; id: string | null; mayTell?: (id: string) => Promise<boolean> };

/**
 * Finds whether another resource of the kind has the identifier that an input sets. Who asks for the same one takes turns
 * until the transaction ends, so that no two get it.
 */
export async function findTakenReference(
  trx: Kysely<DB>,
  { external_id }: GivenReferences,
  { table, projectId, id, mayTell = async () => true }: Place,
): Promise<FieldError[]> {
  if (!external_id) return [];
  await takeTurn(trx, `${table} ${projectId} ${external_id}`);
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where external_id = ${external_id} and deleted_at is null and id is distinct from ${id}
      and ${projectId === null ? sql`true` : sql`project_id = ${projectId}`}`.execute(trx);
  const [other] = rows;
  if (!other) return [];
  const which = (await mayTell(other.id)) ? ` ${other.id}` : "";
  return [{ path: "external_id", message: `Another ${NOUNS[table]}${which} has this one. Give another.` }];
}
