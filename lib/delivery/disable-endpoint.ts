import { sql } from "kysely";
import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { discardWaiting } from "@/lib/deliveries/discard";
import type { AttemptResult } from "@/lib/delivery/result";
import { notify } from "@/lib/endpoints/notify";
import type { Logger } from "@/lib/log";
import { recordMetaEvents } from "@/lib/meta-events/record";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

const REASON = "The endpoint answered 410 Gone, which means that it wants no more deliveries.";

/**
 * Makes an endpoint inactive that answered 410 Gone, unless the project says otherwise; what waits for it is discarded
 * and can be resent. Does nothing when the endpoint is inactive already, so that many 410 at once tell it once.
 */
export async function disableGoneEndpoint(
  parts: { db: Database; snapshots: SnapshotCache; clock: Clock; log: Logger },
  { work, url }: AttemptResult,
): Promise<void> {
  const snapshot = await parts.snapshots.get(work.projectId);
  if (!snapshot?.settings.disable_on_gone) return;
  const at = parts.clock.now();
  const isDisabled = await parts.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("endpoints")
      .set({ status: "inactive", status_reason: REASON, updated_at: sql<Date>`now()` })
      .where("project_id", "=", work.projectId)
      .where("id", "=", work.endpointId)
      .where("deleted_at", "is", null)
      .where("status", "<>", "inactive")
      .returning(["name"])
      .executeTakeFirst();
    if (!changed) return false;
    const lane = { projectId: work.projectId, endpointId: work.endpointId };
    await discardWaiting(trx, lane, "Not sent: the endpoint answered 410 Gone and is inactive.");
    const data = {
      uid: work.endpointId,
      project_id: work.projectId,
      name: changed.name,
      url,
      status: "inactive",
      reason: REASON,
    };
    await notify(trx, { projectId: work.projectId, endpointId: work.endpointId, kind: "disabled", reason: REASON });
    await recordMetaEvents(trx, snapshot, at, [{ type: "endpoint.disabled", data }]);
    return true;
  });
  if (isDisabled) {
    parts.log.debug({ project: work.projectId, endpoint: work.endpointId }, "an endpoint that is gone was disabled");
  }
  parts.snapshots.forget(work.projectId);
}
