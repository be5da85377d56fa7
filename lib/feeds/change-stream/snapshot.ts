import { createHash } from "node:crypto";
import pg from "pg";
import type { Relation } from "@/lib/feeds/change-stream/pgoutput";
import type { Pending } from "@/lib/feeds/change-stream/queue";
import { toEvent } from "@/lib/feeds/change-stream/to-event";

const ROWS = 500;
/** The same text that the stream sends. */
const AS_WRITTEN = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** The rows of a publication's tables as they were when the slot was made, some hundreds at a time. */
export async function* readSnapshot(
  client: pg.Client,
  { snapshot, publication, slot, lsn }: { snapshot: string; publication: string; slot: string; lsn: string },
): AsyncGenerator<Pending[]> {
  await client.query("begin transaction isolation level repeatable read read only");
  await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
  // Row-level security would leave rows out without a word; so it is an error.
  await client.query("set local row_security = off");
  for (const relation of await findRelations(client, publication)) {
    const table = [relation.schema, relation.name].map(pg.escapeIdentifier).join(".");
    const columns = relation.columns.map(({ name }) => `${pg.escapeIdentifier(name)}`);
    const from = relation.isPartitioned ? table : `only ${table}`;
    const where = relation.filter === null ? "" : ` where ${relation.filter}`;
    await client.query(
      `declare rows no scroll cursor for select ${["tableoid, ctid", ...columns].join(", ")} from ${from}${where}`,
    );
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({
        text: `fetch ${ROWS} from rows`,
        rowMode: "array",
        types: AS_WRITTEN,
      });
      if (rows.length === 0) break;
      yield rows.map((row) => toPending(relation, row, { slot, lsn }));
    }
    await client.query("close rows");
  }
  await client.query("commit");
}

/** The same row in a snapshot that was begun again makes no second event; one that changed meanwhile does. */
function toPending(relation: Relation, row: (string | null)[], { slot, lsn }: { slot: string; lsn: string }): Pending {
  const values = row.slice(2);
  const event = toEvent({ operation: "snapshot", relation, old: null, new: values, lsn, committedAt: null });
  // Rows of a table without a key may be alike.
  const hasKey = relation.columns.some((column) => column.isKey);
  const content = JSON.stringify([relation.schema, relation.name, hasKey ? values : row]);
  return { ...event, key: `${slot} snapshot ${createHash("sha256").update(content).digest("hex")}` };
}

type Listed = Relation & { isPartitioned: boolean; filter: string | null };

/** The tables of a publication, with those columns and rows of them that it publishes. */

async function findRelations(client: pg.Client, publication: string): Promise<Listed[]> {
  const { rows } = await client.query<Listed>(
    `select t.schemaname as schema, t.tablename as name, c.relkind = 'p' as "isPartitioned",
       to_jsonb(t) ->> 'rowfilter' as filter,
       json_agg(json_build_object('name', a.attname, 'typeOid', a.atttypid::int8,
       'isKey', coalesce(i.indkey::int2[] @> array[a.attnum], false)) order by a.attnum) as columns
     from pg_publication_tables t
     join pg_namespace n on n.nspname = t.schemaname
     join pg_class c on c.relnamespace = n.oid and c.relname = t.tablename
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and case when to_jsonb(t) ? 'attnames' then to_jsonb(t) -> 'attnames' ? a.attname else a.attgenerated = '' end
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where t.pubname = ${pg.escapeLiteral(publication)}
     group by t.*, t.schemaname, t.tablename, c.relkind order by 1, 2`,
  );
  return rows;
}
