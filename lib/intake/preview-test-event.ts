import type { ProjectContext } from "@/lib/db/context";
import { isChangedOnItsWay, refuseUnfillable, toTestData } from "@/lib/intake/test-events";
import { notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { TestEventPreview } from "@/lib/nouns/events/test-event-schemas";
import { buildRequest, toRecordedHeaders } from "@/lib/sending/build-request";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/**
 * Builds the request of a test event as the workers build it, without an event and without sending: signed for an id
 * that no delivery has. Its headers are redacted like those of attempts. Throws `conflict` if the endpoint's URL has a
 * variable for which it has no value.
 */
export async function previewTestEvent(
  ctx: ProjectContext,
  snapshots: SnapshotCache,
  { endpointId, eventType }: { endpointId: string; eventType: string },
): Promise<TestEventPreview> {
  const snapshot = await snapshots.reload(ctx.projectId);
  const endpoint = snapshot?.endpoints.get(endpointId);
  if (!snapshot || !endpoint) throw notFound("endpoint");
  const data = toTestData(ctx, endpointId);
  await refuseUnfillable(endpoint, data, false);
  const payload = Buffer.from(data.text, "utf8");
  const told = { deliveryId: newId(), eventId: newId(), eventType, numTrials: 0, headers: {}, urlQueryParams: "" };
  const { sending } = snapshot;
  const request = await buildRequest(told, { endpoint, sending, payload, now: ctx.clock.now() });
  return {
    method: request.method,
    url: request.url,
    request_http_header: toRecordedHeaders(request.headers, endpoint),
    body: (request.body ?? Buffer.alloc(0)).toString("utf8"),
    notes: toNotes(snapshot, endpoint, eventType),
  };
}

/** What the real request may have beyond what is shown. */
function toNotes(snapshot: ProjectSnapshot, endpoint: EndpointConfig, eventType: string): string[] {
  return [
    "The ids, the time and with them the signatures are new when it is sent.",
    ...(isChangedOnItsWay(snapshot, endpoint.id, eventType)
      ? ["A function on its way may change the payload and the headers."]
      : []),
    ...(endpoint.credentials.tls ? ["The connection is made with the certificates of the endpoint's settings."] : []),
    ...(endpoint.credentials.oauth2 ? ["An access token is requested then, and sent as authorization."] : []),
  ];
}
