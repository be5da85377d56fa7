import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";

/**
 * Waits until nobody else has the turn, and has it until the transaction ends: for what is taken once only, and of which
 * no index says so. Copies of the program take turns in the same database: the whole, or the one of a project.
 */
export async function takeTurn(trx: Kysely<DB>, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 89))`.execute(trx);
}

/**
 * Has the copies of the program read a project again, once the transaction has ended that changes it as a part of the
 * whole: where it lies on another server, that one tells nobody of such a change.
 */
export async function tellOfChange(trx: Kysely<DB>, projectId: string): Promise<void> {
  await sql`select pg_notify('hookyard_config', ${projectId})`.execute(trx);
}
