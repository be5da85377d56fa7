import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import { quoteTable } from "@/lib/feeds/change-stream/slot";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";

/** Throws, with what to grant, where the user may not replicate, publish the tables, or read them for a snapshot. */
export async function findRights(settings: DbChangeStream, client: pg.Client): Promise<string> {
  const { user, tables, publication, snapshot } = settings;
  const { rows } = await client.query<{ super: boolean; replicates: boolean; creates: boolean }>(
    `select rolsuper as super, rolreplication or rolsuper or
       coalesce(pg_has_role(current_user, (select oid from pg_roles where rolname = 'rds_replication'), 'member'), false) as replicates,
       has_database_privilege(current_database(), 'create') as creates
     from pg_roles where rolname = current_user`,
  );
  const { super: isSuper, replicates, creates } = soleRow(rows);
  if (!replicates) throw new Error(`${user} may not replicate: ALTER ROLE ${user} REPLICATION.`);
  if (publication === null && !isSuper) {
    if (!creates) {
      throw new Error(`${user} may not make a publication: GRANT CREATE ON DATABASE, or name one that is there.`);
    }
    await refuseTables(client, tables.map(quoteTable), {
      lacks: "not pg_has_role(current_user, (select relowner from pg_class where oid = to_regclass($1)), 'usage')",
      told: (table) =>
        `${user} does not own ${table} and cannot publish it: let its owner make the publication, and name that.`,
    });
  }
  if (snapshot) {
    const read = publication === null ? tables.map(quoteTable) : await readPublished(client, publication);
    await refuseTables(client, read, {
      // Some columns will do where the publication leaves others out.
      lacks: `not has_${publication === null ? "table" : "any_column"}_privilege(to_regclass($1), 'select')`,
      told: (table) => `${user} may not read ${table}, which the snapshot needs: GRANT SELECT.`,
    });
    await refuseTables(client, read, {
      lacks: "row_security_active(to_regclass($1))",
      told: (table) =>
        `${table} has row-level security, which would hide rows from the snapshot: ALTER ROLE ${user} BYPASSRLS, or go without one.`,
    });
  }
  return `${user} may follow the changes.`;
}

async function readPublished(client: pg.Client, publication: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_publication_tables where pubname = $1",
    [publication],
  );
  return rows.map(({ name }) => name);
}

type Lacking = { lacks: string; told: (table: string) => string };

async function refuseTables(client: pg.Client, tables: readonly string[], { lacks, told }: Lacking): Promise<void> {
  for (const table of tables) {
    const { rows } = await client.query<{ lacks: boolean | null }>(`select ${lacks} as lacks`, [table]);
    if (soleRow(rows).lacks) throw new Error(told(table.replaceAll('"', "")));
  }
}
