import type { ProjectContext } from "@/lib/context";
import { findDeliveryRow } from "@/lib/deliveries/list-rows";
import { toAttempt } from "@/lib/deliveries/presenters";
import type { Attempt } from "@/lib/deliveries/schemas";
import { notFound } from "@/lib/errors";

const MAX_ATTEMPTS = 100;

/**
 * Lists the latest attempts of a delivery, the oldest of them first. Throws not found if the delivery does not exist.
 */
export async function listAttempts(ctx: ProjectContext, deliveryId: string): Promise<Attempt[]> {
  if (!(await findDeliveryRow(ctx.db, ctx.projectId, deliveryId))) throw notFound("event delivery");
  const rows = await ctx.db
    .selectFrom("delivery_attempts")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("delivery_id", "=", deliveryId)
    .orderBy("id", "desc")
    .limit(MAX_ATTEMPTS)
    .execute();
  return rows.reverse().map(toAttempt);
}
