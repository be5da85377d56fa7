import type { Database } from "@/lib/db/client";
import { ShardWasSplit } from "@/lib/db/placement/shard-pool";
import { type DatabaseOf, gather } from "@/lib/db/placement/shards";
import type { Lane } from "@/lib/queue/due-lanes";
import type { SettleBatch } from "@/lib/sending/settler";

/** Where the projects of a shard are that was split. */
export type Elsewhere = {
  readonly dbOf: DatabaseOf;
  markDue(lanes: Iterable<Lane>, delayMs?: number): void;
};

/**
 * Settles the results of a shard in it, and once it was split each where its project is then, under the same leases. What
 * was done already is done again, which changes nothing.
 */
export function settleAfterSplit(
  settle: SettleBatch,
  { dbOf, settleIn }: { dbOf: DatabaseOf; settleIn: (db: Database) => SettleBatch },
): SettleBatch {
  return async (results, insist) => {
    try {
      await settle(results, insist);
    } catch (error) {
      if (!(error instanceof ShardWasSplit)) throw error;
      for (const [db, ofOne] of gather(results, ({ work }) => dbOf(work.projectId))) {
        await settleAfterSplit(settleIn(db), { dbOf, settleIn })(ofOne, insist);
      }
    }
  };
}
