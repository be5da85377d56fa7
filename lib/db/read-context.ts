import type { Kysely, Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";

/** A context for reading: through the pool, or through a transaction that sees its own changes. */
export type ReadContext = Omit<ProjectContext, "db"> & { db: Kysely<DB> };

export function within(trx: Transaction<DB>, ctx: ProjectContext): ReadContext {
  return { ...ctx, db: trx };
}
