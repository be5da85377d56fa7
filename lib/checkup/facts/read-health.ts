import type pg from "pg";
import { readCopies } from "@/lib/nouns/health/read-copies";
import { readServer, readTables } from "@/lib/nouns/health/read-database";
import { readTransactions } from "@/lib/nouns/health/read-transactions";
import { readWork } from "@/lib/nouns/health/read-work";
import type { HealthFacts } from "@/lib/nouns/health/schemas";

/**
 * Measures what the page *Installation* shows. Whether the disk is full is left out: only a copy that writes can tell, and
 * here nothing is written.
 */
export async function readHealth(client: pg.PoolClient, now: Date): Promise<HealthFacts> {
  const server = await readServer(client);
  const transactions = await readTransactions(client);
  const tables = await readTables(client);
  const copies = await readCopies(client);
  const work = await readWork(client, tables);
  const database = { ...server, is_disk_full: null, ...transactions, tables };
  return { measured_at: now.toISOString(), copies, database, ...work };
}
