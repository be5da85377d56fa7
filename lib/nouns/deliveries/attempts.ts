import type { ProjectContext } from "@/lib/db/context";
import { notFound } from "@/lib/kernel/errors";
import { findDeliveryRow } from "@/lib/nouns/deliveries/list-rows";
import { toAttempt } from "@/lib/nouns/deliveries/presenters";
import type { Attempt } from "@/lib/nouns/deliveries/schemas";

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
