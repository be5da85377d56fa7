import { sql } from "kysely";
import { recordAudit } from "@/lib/audit-log/record";
import type { ProjectContext } from "@/lib/context";
import { PAST_RETENTION } from "@/lib/deliveries/decide-resend";
import { conflict, notFound } from "@/lib/errors";
import { readRetention } from "@/lib/projects/retention";

/** Where an event of that status is counted beside those that were accepted. */
const COUNTED: Record<string, "discarded" | "failed"> = { Discarded: "discarded", Failure: "failed" };

/**
 * Puts a stored event into the inbox again, as it was received: the router runs today's functions, matches it to today's
 * subscriptions and makes new deliveries beside the ones that it has, but for destinations that have it or are about to
 * get it, unless forced. Throws `conflict` while it waits there already, and for a duplicate, whose first event is the
 * one to replay. Answers the deliveries that there were before.
 */
export async function replayEvent(ctx: ProjectContext, id: string, { force = false } = {}): Promise<string[]> {
  const { projectId } = ctx;
  return ctx.db.transaction().execute(async (trx) => {
    // The inbox before the event, which is the order in which the router writes.
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
      .select(["status", "event_type", "is_duplicate_event", "created_at"])
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!event) throw notFound("event");
    if (event.is_duplicate_event) throw conflict("This is a duplicate. Replay the event that came first.");
    if ((await readRetention(trx, projectId))([id])) throw conflict(`This event is ${PAST_RETENTION}`);
    if (!queued) throw conflict("It is waiting to be routed already.");
    await trx
      .updateTable("events")
      .set({ status: "Pending", status_reason: null, status_code: null, updated_at: sql<Date>`now()` })
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
    const counted = COUNTED[event.status];
    if (counted) {
      const hour = sql<Date>`date_trunc('hour', ${event.created_at}::timestamptz)`;
      await trx
        .insertInto("event_stat_deltas")
        .values({ project_id: projectId, hour, [counted]: -1 })
        .execute();
    }
    await recordAudit(trx, ctx, { action: "event.replayed", resource: { type: "event", id, name: event.event_type } });
    await sql`select pg_notify('hookyard_work', '')`.execute(trx);
    const known = trx.selectFrom("event_deliveries").select("id").where("project_id", "=", projectId);
    return (await known.where("event_id", "=", id).execute()).map((row) => row.id);
  });
}
