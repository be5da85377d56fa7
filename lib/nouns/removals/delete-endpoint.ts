import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import { changeEndpoint } from "@/lib/nouns/endpoints/change";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import { endIncidentsOf } from "@/lib/nouns/incidents/end";
import { deleteSubscriptionsOf } from "@/lib/nouns/removals/delete-subscriptions-of";
import { discardWaiting } from "@/lib/queue/discard";

/** Deletes an endpoint with its subscriptions and discards its waiting deliveries. */
export async function deleteEndpoint(ctx: ProjectContext, id: string): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.deleted", async (_row, trx) => {
    await deleteSubscriptionsOf(trx, ctx, { by: "endpoint_id", id });
    await discardWaiting(
      askTransaction(trx),
      { projectId: ctx.projectId, destinationId: id },
      "The endpoint was deleted.",
    );
    await endIncidentsOf(trx, ctx, id);
    return { deleted_at: ctx.clock.now() };
  });
}
