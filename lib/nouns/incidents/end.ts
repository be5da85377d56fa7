import type { Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";

/** Ends the incidents of an endpoint that is being deleted. */
export async function endIncidentsOf(trx: Transaction<DB>, ctx: ProjectContext, endpointId: string): Promise<void> {
  await trx
    .updateTable("incidents")
    .set({ recovered_at: ctx.clock.now(), recovery: "endpoint_deleted" })
    .where("project_id", "=", ctx.projectId)
    .where("endpoint_id", "=", endpointId)
    .where("recovered_at", "is", null)
    .execute();
}
