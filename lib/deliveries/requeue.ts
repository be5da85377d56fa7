import { type Kysely, sql } from "kysely";
import type { DB } from "@/lib/db/generated";
import { conflict } from "@/lib/errors";

type Item = {
  projectId: string;
  deliveryId: string;
  kind: "delivery" | "meta_event";
  laneId: string;
  /** Null for a meta event. */
  endpointId: string | null;
  eventId: string | null;
  /** Tries made so far: the new budget begins here. */
  numTrials: number;
};

const BUSY = "It is being attempted right now. Resend it when that is done.";

/**
 * Locks the queue row of a delivery or meta event if there is one; to be called before its own row is locked, which is
 * the order in which workers settle. Throws `conflict`, in the words of `busy`, while a worker has it.
 */
export async function lockQueued(trx: Kysely<DB>, projectId: string, deliveryId: string, busy = BUSY): Promise<void> {
  const queued = await trx
    .selectFrom("delivery_queue")
    .select(sql<boolean>`lease is not null and due_at > now()`.as("is_leased"))
    .where("project_id", "=", projectId)
    .where("delivery_id", "=", deliveryId)
    .forUpdate()
    .executeTakeFirst();
  if (queued?.is_leased) throw conflict(busy);
}

/** Puts it into the queue, due now with a fresh retry budget, and wakes the workers. Throws `conflict` while a worker has it. */
export async function requeue(trx: Kysely<DB>, item: Item): Promise<void> {
  const written = await trx
    .insertInto("delivery_queue")
    .values({
      project_id: item.projectId,
      delivery_id: item.deliveryId,
      kind: item.kind,
      lane_id: item.laneId,
      endpoint_id: item.endpointId,
      event_id: item.eventId,
      due_at: sql<Date>`now()`,
      num_trials: item.numTrials,
      budget_from: item.numTrials,
    })
    .onConflict((conflicting) =>
      conflicting
        .columns(["project_id", "delivery_id"])
        .doUpdateSet({ due_at: sql<Date>`now()`, lease: null, num_trials: item.numTrials, budget_from: item.numTrials })
        .where(sql<boolean>`delivery_queue.lease is null or delivery_queue.due_at <= now()`),
    )
    .returning("delivery_id")
    .executeTakeFirst();
  if (!written) throw conflict(BUSY);
  await sql`select pg_notify('hookyard_work', '')`.execute(trx);
}

/** Two that lock each other out at the very same moment: one is told to come again instead of failing. */
export function refuseDeadlock(error: unknown): never {
  if ((error as { code?: string }).code === "40P01") throw conflict(BUSY);
  throw error;
}
