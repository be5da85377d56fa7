import { type Kysely, sql } from "kysely";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import { resendMany } from "@/lib/nouns/deliveries/resend-many";
import type { ReplayKey } from "@/lib/nouns/replays/freeze";

const MAX_BATCH = 500;

/**
 * Resends as many of a running replay's deliveries as its rate allows by now. Deliveries, queue rows, item results and
 * progress are one transaction under the replay's lock: a crash leaves a batch undone or done, never done twice.
 * Returns how many items it settled; 0 also while another copy does this.
 */
export async function runReplayBatch(db: Database, key: ReplayKey): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const replay = await takeRunning(trx, key);
    if (!replay || replay.allowance < 1) return 0;
    const waiting = await trx
      .selectFrom("replay_items")
      .select("delivery_id")
      .where("project_id", "=", key.projectId)
      .where("replay_id", "=", key.id)
      .where("status", "=", "Waiting")
      .orderBy("delivery_id")
      .limit(Math.min(MAX_BATCH, replay.allowance))
      .execute();
    if (waiting.length === 0) {
      await complete(trx, key);
      return 0;
    }
    const { resent, skipped } = await resendMany(
      trx,
      key.projectId,
      waiting.map((item) => item.delivery_id),
      { force: replay.force, description: `Resent by the replay ${replay.name}; waiting for its attempt.` },
    );
    await settleItems(trx, key, [
      ...resent.map((id) => ({ id, status: "Resent", reason: "" })),
      ...skipped.map(toSkipped),
    ]);
    await trx
      .updateTable("replays")
      .set((eb) => ({
        resent: eb("resent", "+", resent.length),
        skipped: eb("skipped", "+", skipped.length),
        paid_until: sql<Date>`greatest(paid_until, now() - interval '1 second')
          + make_interval(secs => ${resent.length}::float8 / rate_per_second)`,
        updated_at: sql<Date>`now()`,
      }))
      .where("project_id", "=", key.projectId)
      .where("id", "=", key.id)
      .execute();
    return resent.length + skipped.length;
  });
}

/** `allowance`: the items that became available since the rate was used up, a second's worth at most. */
async function takeRunning(trx: Kysely<DB>, { projectId, id }: ReplayKey) {
  return trx
    .selectFrom("replays")
    .select([
      "name",
      "force",
      sql<number>`floor(least(extract(epoch from now() - paid_until), 1) * rate_per_second)::int`.as("allowance"),
    ])
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("status", "=", "Running")
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

type Settled = { id: string; status: string; reason: string };

function toSkipped({ id, reason }: { id: string; reason: string }): Settled {
  return { id, status: "Skipped", reason };
}

async function settleItems(trx: Kysely<DB>, key: ReplayKey, items: readonly Settled[]): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map((item) => item.id);
  await sql`
    update replay_items r set status = i.status, reason = i.reason, settled_at = now()
    from unnest(${ids}::uuid[], ${items.map((item) => item.status)}::text[], ${items.map((item) => item.reason)}::text[])
      as i(delivery_id, status, reason)
    where r.project_id = ${key.projectId} and r.replay_id = ${key.id} and r.delivery_id = i.delivery_id
      and r.delivery_id = any(${ids}::uuid[]) and r.status = 'Waiting'`.execute(trx);
}

async function complete(trx: Kysely<DB>, { projectId, id }: ReplayKey): Promise<void> {
  await trx
    .updateTable("replays")
    .set({ status: "Completed", finished_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
}
