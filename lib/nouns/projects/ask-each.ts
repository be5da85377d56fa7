import type { Database } from "@/lib/db/client";
import { endsWithin } from "@/lib/kernel/patience";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

/** What the databases answered, and whether one of them did not. */
export type EachAnswer<T> = { readonly rows: T[]; readonly isPartial: boolean };

/** Where those that answer suffice, whoever waits for them does not wait longer for one that hangs. */
const PATIENCE_MS = 3_000;

/**
 * Asks all databases that have projects, each for its own. Where `mayMiss` is not set, it throws if one is away; else it
 * leaves that one out, and throws only if all are.
 */
export async function askEach<T>(
  databases: readonly Database[],
  ask: (database: Database) => Promise<T[]>,
  { mayMiss, patienceMs = PATIENCE_MS }: { mayMiss: boolean; patienceMs?: number },
): Promise<EachAnswer<T>> {
  if (!mayMiss || databases.length === 1) {
    return { rows: (await Promise.all(databases.map(ask))).flat(), isPartial: false };
  }
  const answers = await Promise.allSettled(databases.map((database) => askPatiently(ask(database), patienceMs)));
  const missed = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  const fault = missed.find((error) => toHookyardError(error).code !== "unavailable");
  if (fault !== undefined) throw fault;
  if (missed.length === databases.length) throw missed[0];
  return {
    rows: answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])),
    isPartial: missed.length > 0,
  };
}

async function askPatiently<T>(asked: Promise<T>, patienceMs: number): Promise<T> {
  if (await endsWithin(asked, patienceMs)) return asked;
  // What ends later ends for nobody.
  asked.catch(() => {});
  throw Object.assign(new Error("A server of the database does not answer."), { code: "ETIMEDOUT" });
}
