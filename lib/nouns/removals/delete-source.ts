import type { ProjectContext } from "@/lib/db/context";
import { endFunctionVersions } from "@/lib/nouns/function-versions/mutations";
import { deleteSubscriptionsOf } from "@/lib/nouns/removals/delete-subscriptions-of";
import { changeSource } from "@/lib/nouns/sources/mutations";
import type { Source } from "@/lib/nouns/sources/schemas";

/** Deletes a source with its subscriptions; its address answers 404 from then on. */
export async function deleteSource(ctx: ProjectContext, id: string): Promise<Source> {
  return changeSource(ctx, id, "source.deleted", async (_row, trx) => {
    await deleteSubscriptionsOf(trx, ctx, { by: "source_id", id });
    await endFunctionVersions(trx, ctx, { ownerIds: [id] });
    return { deleted_at: ctx.clock.now() };
  });
}
