import type { ProjectContext } from "@/lib/db/context";
import { notFound } from "@/lib/kernel/errors";
import { type DeliveryRow, findDeliveryRow } from "@/lib/nouns/deliveries/list-rows";
import { loadSent } from "@/lib/nouns/deliveries/load-sent";
import { loadEvents } from "@/lib/nouns/events/load";
import { toDestination } from "@/lib/queue/destination";
import type { DeliveryWork } from "@/lib/queue/work";

type StoredWork = DeliveryWork & { readonly payload: Buffer };

/**
 * Reads a delivery as a worker would lease it, without leasing it: for what looks at its request, or sends it as a test.
 * Throws not found if it does not exist.
 */
export async function readStoredWork(ctx: ProjectContext, deliveryId: string): Promise<StoredWork> {
  const row = await findDeliveryRow(ctx.db, ctx.projectId, deliveryId);
  if (!row) throw notFound("event delivery");
  const sent = (await loadSent(ctx, [row], await loadEvents(ctx, [row.event_id], "full"))).get(row.id);
  if (!sent) throw notFound("event delivery");
  return { ...toWork(row), headers: sent.headers, payload: sent.payload, payloadBytes: sent.payload.length };
}

function toWork(row: DeliveryRow): Omit<DeliveryWork, "headers" | "payload" | "payloadBytes"> {
  return {
    projectId: row.project_id,
    deliveryId: row.id,
    destination: toDestination(row),
    laneId: row.endpoint_id ?? row.device_id ?? row.id,
    subscriptionId: row.subscription_id,
    eventId: row.event_id,
    eventType: row.event_type,
    numTrials: row.num_trials,
    budgetFrom: row.num_trials,
    policy: {
      strategy: row.strategy,
      intervalSeconds: row.interval_seconds,
      retryLimit: row.retry_limit,
      maxRetrySeconds: row.max_retry_seconds,
    },
    urlQueryParams: row.url_query_params,
    createdAt: row.created_at.getTime(),
  };
}
