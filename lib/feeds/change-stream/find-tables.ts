import type pg from "pg";
import { quoteTable } from "@/lib/feeds/change-stream/slot";
import type { ChangeOperation } from "@/lib/kernel/vocabulary";

type Found = { kind: string; persistence: string; lacksIdentity: boolean };

/**
 * Throws where one of the tables is not there, cannot be published, or must not be: the server would from then on refuse
 * its updates and deletes to everybody, where it cannot tell their rows.
 */
export async function findTables(
  client: pg.Client,
  tables: readonly string[],
  operations: readonly ChangeOperation[],
): Promise<string> {
  const needsIdentity = operations.includes("update") || operations.includes("delete");
  for (const table of tables) {
    const found = await findTable(client, table);
    if (!found) throw new Error(`The table ${table} does not exist, or its schema may not be used.`);
    if (!["r", "p"].includes(found.kind)) throw new Error(`${table} is no table: a view has no changes of its own.`);
    if (found.persistence !== "p") throw new Error(`${table} is not logged: its changes cannot be followed.`);
    if (needsIdentity && found.lacksIdentity) {
      throw new Error(
        `${table} has no primary key: published, the server would refuse updates and deletes of it. Give it a key, ALTER TABLE ${table} REPLICA IDENTITY FULL, or follow only insert.`,
      );
    }
  }
  return tables.length === 1 ? `The table ${tables[0]} is there.` : `All ${tables.length} tables are there.`;
}

/** Finds a table; of a partitioned one, its partitions with rows of their own count. */
async function findTable(client: pg.Client, table: string): Promise<Found | undefined> {
  const { rows } = await client.query<Found>(
    `select c.relkind as kind, c.relpersistence as persistence, exists (
       select from pg_class l
       where l.oid in (select c.oid union select relid from pg_partition_tree(c.oid) where isleaf)
         and l.relkind = 'r' and (l.relreplident = 'n' or l.relreplident = 'd'
         and not exists (select from pg_index i where i.indrelid = l.oid and i.indisprimary))) as "lacksIdentity"
     from pg_class c where c.oid = to_regclass($1)`,
    [quoteTable(table)],
  );
  return rows[0];
}
