import { toAlert } from "@/lib/alerts/presenters";
import type { Alert } from "@/lib/alerts/schemas";
import type { ProjectContext } from "@/lib/context";
import { notFound } from "@/lib/errors";

/** Says that somebody has seen it. The first time counts: acknowledging it again changes nothing. */
export async function acknowledgeAlert(ctx: ProjectContext, id: string): Promise<Alert> {
  const row = await ctx.db
    .updateTable("alerts")
    .set((eb) => ({ acknowledged_at: eb.fn.coalesce("acknowledged_at", eb.val(ctx.clock.now())) }))
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound("alert");
  return toAlert(row);
}
