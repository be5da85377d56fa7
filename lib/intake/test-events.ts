import type { ProjectContext } from "@/lib/db/context";
import { matchesEventType } from "@/lib/filter/event-type";
import { orConflict } from "@/lib/sending/stored-request";
import type { EndpointConfig } from "@/lib/snapshots/endpoint-config";
import type { ProjectSnapshot, SubscriptionConfig } from "@/lib/snapshots/snapshot";
import { RawJson } from "@/lib/wire/raw-json";

/** The payload of a test event that is sent now. */
export function toTestData(ctx: ProjectContext, endpointId: string): RawJson {
  const sent_at = ctx.clock.now().toISOString();
  return RawJson.of({ message: "A test event from Hookyard.", endpoint_id: endpointId, sent_at });
}

/** Whether a function may change a test event on its way. */
export function isChangedOnItsWay(snapshot: ProjectSnapshot, endpointId: string, eventType: string): boolean {
  const leading = snapshot.byEndpoint.get(endpointId) ?? [];
  return leading
    .filter(({ eventTypes }) => matchesEventType(eventTypes, eventType))
    .some((subscription) => hasFunction(snapshot, subscription));
}

function hasFunction({ sources }: ProjectSnapshot, subscription: SubscriptionConfig): boolean {
  const source = sources.get(subscription.sourceId ?? "");
  return Boolean(subscription.function ?? source?.bodyFunction ?? source?.headerFunction);
}

/**
 * Throws `conflict` if the endpoint's URL has a variable for which a test event has no value, and no function on its way
 * may give it one: it could only fail.
 */
export async function refuseUnfillable(endpoint: EndpointConfig, data: RawJson, isChanged: boolean): Promise<void> {
  const { templatedUrl } = endpoint;
  if (templatedUrl === null || isChanged) return;
  await orConflict(() => templatedUrl.fill({ payload: Buffer.from(data.text, "utf8"), headers: {} }), ADVICE);
}

const ADVICE = "Send an event that has one, or test a delivery of such an event.";
