import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { StartupError } from "@/lib/startup-error";

/**
 * Notes which key seals from now on. Throws a StartupError when credentials in this database were sealed by other copies
 * with keys that this one does not have: it could sign nothing, and what it seals the others could not read.
 */
export async function recognizeKeys(db: Kysely<DB>, keyIds: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Of copies that start together for the first time one is first.
    await sql`lock table master_keys in exclusive mode`.execute(trx);
    const known = await trx.selectFrom("master_keys").select("id").execute();
    if (known.length > 0 && !known.some(({ id }) => keyIds.includes(id))) {
      throw new StartupError(
        "The credentials in this database were encrypted with another key. Give all copies the same HOOKYARD_SECRET, or the file `secret` of the first one's HOOKYARD_DATA.",
      );
    }
    const [present] = keyIds;
    if (present !== undefined) {
      await trx
        .insertInto("master_keys")
        .values({ id: present })
        .onConflict((conflicting) => conflicting.doNothing())
        .execute();
    }
  });
}
