import type { Selectable, Transaction, Updateable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, Endpoints } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { type AnnouncedType, announce } from "@/lib/nouns/announcements/announce";
import { presentEndpoints } from "@/lib/nouns/endpoints/load";
import { getEndpointRow } from "@/lib/nouns/endpoints/queries";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

/**
 * Changes an endpoint under a lock: `decide` sees it and returns what to set, or null to leave it unchanged. The meta
 * event is written in the same transaction. The result contains no secrets. Throws not found if the endpoint does not
 * exist.
 */
export async function changeEndpoint(
  ctx: ProjectContext,
  id: string,
  type: AnnouncedType,
  decide: (row: Selectable<Endpoints>, trx: Transaction<DB>) => Promise<Updateable<Endpoints> | null>,
): Promise<Endpoint> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getEndpointRow(within(trx, ctx), id, { lock: true });
    const [before] = (await presentEndpoints(within(trx, ctx), [row])) as [Endpoint];
    const change = await decide(row, trx);
    if (change === null) return before;
    const changed = await trx
      .updateTable("endpoints")
      .set({ ...change, updated_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [endpoint] = (await presentEndpoints(within(trx, ctx), [changed])) as [Endpoint];
    await announce(trx, ctx, { type, data: endpoint, before });
    return endpoint;
  });
}
