import { sql } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import { conflict, notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { PAST_RETENTION, readRetention } from "@/lib/nouns/project-settings/retention";
import { reopenEvent } from "@/lib/queue/event-outcome";
import { WAKE } from "@/lib/queue/wake";

/**
 * Puts a stored event into the inbox again, as it was received: the router runs the present functions, matches it to
 * the present subscriptions and makes new deliveries besides the existing ones, except for destinations that have it or
 * are about to get it, unless forced. Throws `conflict` while it is in the inbox already, and for a duplicate, whose
 * first event is the one to replay. Returns the deliveries that existed before.
 */
export async function replayEvent(ctx: ProjectContext, id: string, { force = false } = {}): Promise<string[]> {
  const { projectId } = ctx;
  return ctx.db.transaction().execute(async (trx) => {
    // Locks the inbox before the event, as the router does.
    const queued = await trx
      .insertInto("routing_queue")
      .values({
        project_id: projectId,
        event_id: id,
        due_at: sql<Date>`now()`,
        replay: force ? "all" : "missing",
      })
      .onConflict((conflicting) => conflicting.doNothing())
      .returning("event_id")
      .executeTakeFirst();
    const event = await trx
      .selectFrom("events")
      .select(["status", "event_type", "is_duplicate_event", "source_id"])
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!event) throw notFound("event");
    if (event.is_duplicate_event) throw conflict("This is a duplicate. Replay the event that came first.");
    if ((await readRetention(trx, projectId))([id])) throw conflict(`This event is ${PAST_RETENTION}`);
    if (!queued) throw conflict("It is waiting to be routed already.");
    const ask = askTransaction(trx);
    await reopenEvent(ask, { projectId, id, sourceId: event.source_id, status: event.status });
    await recordAudit(trx, ctx, { action: "event.replayed", resource: { type: "event", id, name: event.event_type } });
    await ask(WAKE());
    const known = trx.selectFrom("event_deliveries").select("id").where("project_id", "=", projectId);
    return (await known.where("event_id", "=", id).execute()).map((row) => row.id);
  });
}
