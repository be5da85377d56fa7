import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { StartupError } from "@/lib/kernel/startup-error";
import { findKeyUses, type KeyUse } from "@/lib/keys/sealed-columns";

/**
 * Records the key that encrypts from now on. Throws a StartupError if credentials in this database were encrypted with
 * keys that this copy does not have: it could sign nothing, and the other copies could not decrypt what it writes. In a
 * database that is spread the list of keys is enough where this copy has all of them: a start needs no server for it but
 * the coordinator.
 */
export async function recognizeKeys(db: Kysely<DB>, keyIds: readonly string[], isSpread = false): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // One of several copies that start together for the first time is first.
    await sql`lock table master_keys in exclusive mode`.execute(trx);
    const known = await trx.selectFrom("master_keys").select("id").execute();
    const missing = known.map(({ id }) => id).filter((id) => !keyIds.includes(id));
    const isEnough = isSpread && known.length > 0 && missing.length === 0;
    const uses = isEnough ? [] : await findKeyUses(trx, missing);
    const lost = uses.filter(({ keyId }) => !keyIds.includes(keyId));
    if (known.length > 0 && missing.length === known.length) throw new StartupError(describeForeign(lost));
    if (lost.length > 0) throw new StartupError(describeMissing(lost));
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

function describeForeign(lost: readonly KeyUse[]): string {
  const what = lost.length === 0 ? "" : `: ${describeUses(lost)}`;
  return `The credentials in this database were encrypted with another key${what}. Give all copies the same HOOKYARD_SECRET, or the file \`secret\` of the first one's HOOKYARD_DATA.`;
}

function describeMissing(lost: readonly KeyUse[]): string {
  return `A key is missing that is still needed; without it these cannot be read: ${describeUses(lost)}. Put it back behind the present one (in HOOKYARD_SECRET after a comma, in the file \`secret\` on a line of its own), start, and run \`hookyard keys rotate\`: then it can go.`;
}

/** `signing secrets of endpoints (12), verifiers of sources (3)`. */
function describeUses(uses: readonly KeyUse[]): string {
  const counts = new Map<string, number>();
  for (const { words, count } of uses) counts.set(words, (counts.get(words) ?? 0) + (count ?? 0));
  const told = [...counts].map(([words, count]) => (count === 0 ? words : `${words} (${count.toLocaleString("en")})`));
  return told.join(", ");
}
