import type { Database } from "@/lib/db/client";
import { openEngineShards } from "@/lib/db/engine-pools";
import { whatFailed } from "@/lib/db/what-failed";
import { LEAST_CONNECTIONS } from "@/lib/kernel/connection-budget";
import type { Env } from "@/lib/kernel/env";
import { conflict } from "@/lib/kernel/errors";
import { placeOfKeys } from "@/lib/kernel/master-keys";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { recognizeKeys } from "@/lib/keys/recognize-keys";
import { resealEverything } from "@/lib/keys/rotate-keys";
import { readRunningKeys } from "@/lib/keys/running-keys";
import { createCommandRuntime } from "@/lib/program/create-runtime";
import type { Runtime } from "@/lib/program/runtime";

/**
 * Encrypts all credentials with the first key, beside running copies, and returns the line that says which keys can be
 * removed. Throws, having changed nothing, if a running copy could not read what it writes.
 */
export async function rotateKeys(env: Env, note: (line: string) => void): Promise<string> {
  // Its key is recorded only once every running copy is known to have it.
  const runtime = await createCommandRuntime(env, { does: "reads" });
  try {
    const { db, box } = runtime;
    const place = placeOfKeys(runtime.env);
    await checkCopies(db, box, place);
    await recognizeKeys(db, box.keyIds);
    const unreadable = await resealAll(runtime, note);
    if (unreadable.size > 0) throw conflict(describeUnreadable(unreadable));
    await checkCopies(db, box, place);
    const [first = "", ...others] = box.keyIds;
    await db.deleteFrom("master_keys").where("id", "<>", first).execute();
    if (others.length === 0) return `Everything is encrypted with the one key in ${place}.`;
    const which = others.length === 1 ? "The second one" : `The other ${others.length}`;
    return `Everything is encrypted with the first key in ${place}. ${which} can go: remove it everywhere, then restart each copy.`;
  } finally {
    await runtime.close();
  }
}

async function resealAll(
  { databaseUrl, db, box }: Runtime,
  note: (line: string) => void,
): Promise<Map<string, number>> {
  const shards = await openEngineShards(databaseUrl, {
    budget: LEAST_CONNECTIONS,
    pages: db,
    onError(error) {
      note(`The places of the shards could not be read: ${whatFailed(error)}`);
    },
  });
  try {
    return await resealEverything(shards, box, note);
  } finally {
    await shards.close();
  }
}

async function checkCopies(db: Database, { keyIds }: SecretBox, place: string): Promise<void> {
  const first = keyIds[0] ?? "";
  const behind = (await readRunningKeys(db)).filter((ids) => ids[0] !== first).length;
  if (behind === 0) return;
  const copies = behind === 1 ? "One running copy does" : `${behind} running copies do`;
  throw conflict(
    `${copies} not encrypt with the first key in ${place} yet. Give all copies the same keys in the same order, restart them, then run this again.`,
  );
}

function describeUnreadable(unreadable: ReadonlyMap<string, number>): string {
  const what = [...unreadable].map(([words, count]) => `${words} (${count.toLocaleString("en")})`).join(", ");
  return `The rest is encrypted with the first key, but these cannot be read with any of the keys: ${what}. Add the key that they were encrypted with behind the others, then run this again.`;
}
