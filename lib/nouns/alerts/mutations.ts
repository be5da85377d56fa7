import type { ProjectContext } from "@/lib/db/context";
import { notFound } from "@/lib/kernel/errors";
import { toAlert } from "@/lib/nouns/alerts/presenters";
import type { Alert } from "@/lib/nouns/alerts/schemas";
import { recordAudit } from "@/lib/nouns/audit-log/record";

/** Acknowledges an alert. The first time counts: acknowledging it again changes nothing. */
export function acknowledgeAlert(ctx: ProjectContext, id: string): Promise<Alert> {
  return setAcknowledged(ctx, id, { action: "alert.acknowledged", at: ctx.clock.now() });
}

/** Takes an acknowledgement back. Does nothing if there is none. */
export function unacknowledgeAlert(ctx: ProjectContext, id: string): Promise<Alert> {
  return setAcknowledged(ctx, id, { action: "alert.unacknowledged", at: null });
}

type Acknowledgement = { action: string; at: Date | null };

function setAcknowledged(ctx: ProjectContext, id: string, { action, at }: Acknowledgement): Promise<Alert> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("alerts")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound("alert");
    if ((row.acknowledged_at === null) === (at === null)) return toAlert(row);
    const changed = await trx
      .updateTable("alerts")
      .set({ acknowledged_at: at })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const alert = toAlert(changed);
    await recordAudit(trx, ctx, { action, resource: { type: "alert", id, name: alert.message } });
    return alert;
  });
}
