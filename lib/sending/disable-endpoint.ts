import { sql } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { Database } from "@/lib/db/client";
import type { Clock } from "@/lib/kernel/clock";
import type { Logger } from "@/lib/kernel/log";
import { recordMetaEvents } from "@/lib/nouns/announcements/record-meta-events";
import { notify } from "@/lib/nouns/endpoints/notify";
import { GONE_REASON } from "@/lib/nouns/endpoints/transitions";
import { discardWaiting } from "@/lib/queue/discard";
import type { AttemptResult } from "@/lib/sending/result";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/**
 * Makes an endpoint inactive that answered 410 Gone, unless the project's settings forbid it or its URL has variables;
 * its waiting deliveries are discarded and can be resent. Does nothing if the endpoint is inactive already, so that many 410 at once record
 * one meta event.
 */
export async function disableGoneEndpoint(
  parts: { db: Database; snapshots: SnapshotCache; clock: Clock; log: Logger },
  { work, url }: AttemptResult,
): Promise<void> {
  const { projectId, destination } = work;
  if (destination.kind !== "endpoint") return;
  const { endpointId } = destination;
  const snapshot = await parts.snapshots.get(projectId);
  if (!snapshot?.settings.disable_on_gone) return;
  // One of the addresses that events choose is gone, and the others are not.
  if (snapshot.endpoints.get(endpointId)?.templatedUrl) return;
  const now = parts.clock.now();
  const isDisabled = await parts.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("endpoints")
      .set({ status: "inactive", status_reason: GONE_REASON, updated_at: sql<Date>`now()` })
      .where("project_id", "=", projectId)
      .where("id", "=", endpointId)
      .where("deleted_at", "is", null)
      .where("status", "<>", "inactive")
      .returning(["name"])
      .executeTakeFirst();
    if (!changed) return false;
    const at = { projectId, destinationId: endpointId };
    await discardWaiting(askTransaction(trx), at, "Not sent: the endpoint answered 410 Gone and is inactive.");
    const data = {
      uid: endpointId,
      project_id: projectId,
      name: changed.name,
      url,
      status: "inactive",
      reason: GONE_REASON,
    };
    await notify(trx, { projectId, endpointId, kind: "disabled", reason: GONE_REASON });
    await recordMetaEvents(trx, snapshot, now, [{ type: "endpoint.disabled", data }]);
    return true;
  });
  if (isDisabled) {
    parts.log.info({ project: projectId, endpoint: endpointId }, "an endpoint that is gone was disabled");
  }
  parts.snapshots.forget(projectId);
}
