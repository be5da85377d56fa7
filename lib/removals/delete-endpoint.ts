import type { ProjectContext } from "@/lib/context";
import { askTransaction } from "@/lib/db/ask";
import { changeEndpoint } from "@/lib/endpoints/change";
import type { Endpoint } from "@/lib/endpoints/schemas";
import { discardWaiting } from "@/lib/queue/discard";
import { deleteSubscriptionsOf } from "@/lib/removals/delete-subscriptions-of";

/** Deletes it with its subscriptions and discards what waits for it. */
export async function deleteEndpoint(ctx: ProjectContext, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.deleted", async (_row, trx) => {
    await deleteSubscriptionsOf(trx, ctx, { by: "endpoint_id", id });
    await discardWaiting(
      askTransaction(trx),
      { projectId: ctx.projectId, destinationId: id },
      "The endpoint was deleted.",
    );
    return { deleted_at: ctx.clock.now() };
  });
}
