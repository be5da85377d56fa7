import type { Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { announce } from "@/lib/nouns/announcements/announce";
import { endFunctionVersions } from "@/lib/nouns/function-versions/mutations";
import { presentSubscriptions } from "@/lib/nouns/subscriptions/queries";

type Owner = { by: "endpoint_id" | "source_id" | "device_id"; id: string };

/**
 * Deletes the subscriptions of an endpoint, source or device, and records a meta event for each, in the caller's
 * transaction.
 */
export async function deleteSubscriptionsOf(trx: Transaction<DB>, ctx: ProjectContext, owner: Owner): Promise<void> {
  const now = ctx.clock.now();
  const change = trx
    .updateTable("subscriptions")
    .set({ deleted_at: now, updated_at: now })
    .where("project_id", "=", ctx.projectId)
    .where("deleted_at", "is", null);
  const rows = await change.where(owner.by, "=", owner.id).returningAll().execute();
  await endFunctionVersions(trx, ctx, { ownerIds: rows.map(({ id }) => id) });
  const deleted = await presentSubscriptions(within(trx, ctx), rows);
  await announce(trx, ctx, ...deleted.map((data) => ({ type: "subscription.deleted" as const, data })));
}
