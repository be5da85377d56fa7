import type { ProjectContext } from "@/lib/db/context";
import { notFound } from "@/lib/kernel/errors";
import { toAlert } from "@/lib/nouns/alerts/presenters";
import type { Alert } from "@/lib/nouns/alerts/schemas";
import { recordAudit } from "@/lib/nouns/audit-log/record";

/** Acknowledges an alert. The first time counts: acknowledging it again changes nothing. */
export async function acknowledgeAlert(ctx: ProjectContext, id: string): Promise<Alert> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("alerts")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound("alert");
    if (row.acknowledged_at) return toAlert(row);
    const seen = await trx
      .updateTable("alerts")
      .set({ acknowledged_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const alert = toAlert(seen);
    await recordAudit(trx, ctx, { action: "alert.acknowledged", resource: { type: "alert", id, name: alert.message } });
    return alert;
  });
}
