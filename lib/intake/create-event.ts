import type { ProjectContext } from "@/lib/db/context";
import { matchesEventType } from "@/lib/filter/event-type";
import {
  acceptEvent,
  checkEndpoint,
  type EventServices,
  type FromSource,
  readOutgoing,
} from "@/lib/intake/accept-event";
import { isChangedOnItsWay, refuseUnfillable, toTestData } from "@/lib/intake/test-events";
import { invalidFields } from "@/lib/kernel/errors";
import { createEndpoint } from "@/lib/nouns/endpoints/mutations";
import type {
  CreateBroadcastEvent,
  CreateDynamicEvent,
  CreatedEvent,
  CreateEvent,
  CreateFanoutEvent,
} from "@/lib/nouns/events/schemas";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/** Accepts an event for one endpoint of an outgoing project; returns after its commit. */
export async function createEvent(
  ctx: ProjectContext,
  services: EventServices,
  { endpoint_id, ...content }: CreateEvent & FromSource,
): Promise<CreatedEvent> {
  const endpointId = endpoint_id.toLowerCase();
  await checkEndpoint(ctx, services, endpointId);
  return acceptEvent(ctx, services, { endpoint_id: endpointId }, content);
}

/**
 * Accepts an event for the subscriptions of all endpoints of an owner. If the owner has no endpoints, nobody receives
 * it.
 */
export async function createFanoutEvent(
  ctx: ProjectContext,
  services: EventServices,
  { owner_id, ...content }: CreateFanoutEvent & FromSource,
): Promise<CreatedEvent> {
  await readOutgoing(ctx, services);
  return acceptEvent(ctx, services, { owner_id }, content);
}

/** Accepts an event for every matching subscription of the project. */
export async function createBroadcastEvent(
  ctx: ProjectContext,
  services: EventServices,
  content: CreateBroadcastEvent & FromSource,
): Promise<CreatedEvent> {
  await readOutgoing(ctx, services);
  return acceptEvent(ctx, services, { broadcast: true }, content);
}

/**
 * Accepts an event for an address in the request: for the project's endpoint with exactly that address, which is
 * created if it does not exist.
 */
export async function createDynamicEvent(
  ctx: ProjectContext,
  services: EventServices,
  { url, secret, ...content }: CreateDynamicEvent,
): Promise<CreatedEvent> {
  await readOutgoing(ctx, services);
  const endpointId = await findOrCreateEndpoint(ctx, url, secret);
  return acceptEvent(ctx, services, { endpoint_id: endpointId, directly: true }, content);
}

/**
 * Sends one invented event to an endpoint, on the way of real events: in an outgoing project as an event that names the
 * endpoint, in an incoming one as an event of the source whose subscription leads there. Throws `conflict` if the
 * endpoint's URL has a variable for which it has no value.
 */
export async function createTestEvent(
  ctx: ProjectContext,
  services: EventServices,
  { endpointId, eventType }: { endpointId: string; eventType: string },
): Promise<CreatedEvent> {
  const snapshot = await services.snapshots.reload(ctx.projectId);
  const sourceId = snapshot && findTestSource(snapshot, endpointId, eventType);
  const origin = sourceId ? { sourceId, message: undefined, headers: {} } : undefined;
  const data = toTestData(ctx, endpointId);
  const endpoint = snapshot?.endpoints.get(endpointId);
  if (snapshot && endpoint) await refuseUnfillable(endpoint, data, isChangedOnItsWay(snapshot, endpointId, eventType));
  const target = { endpoint_id: endpointId, directly: true } as const;
  return acceptEvent(ctx, services, target, { event_type: eventType, data, origin });
}

/** The source of a test event: that of the subscription that takes its type, or else of any that leads there. */
function findTestSource(snapshot: ProjectSnapshot, endpointId: string, eventType: string): string | null {
  if (snapshot.type === "outgoing") return null;
  const leading = snapshot.byEndpoint.get(endpointId) ?? [];
  const taking = leading.find(({ eventTypes }) => matchesEventType(eventTypes, eventType));
  return (taking ?? leading[0])?.sourceId ?? null;
}

async function findOrCreateEndpoint(ctx: ProjectContext, url: string, secret: string | undefined): Promise<string> {
  const wrong = ctx.checkDestination(url);
  if (wrong !== null) throw invalidFields([{ path: "url", message: wrong }]);
  const known = await ctx.db
    .selectFrom("endpoints")
    .select("id")
    .where("project_id", "=", ctx.projectId)
    .where("url", "=", url)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .executeTakeFirst();
  if (known) return known.id;
  const { host } = new URL(url);
  const description = "Made for a dynamic event.";
  // The address is the one of this event: its braces are no variables.
  const made = await createEndpoint(ctx, { name: host, url, url_variables: null, secret, description });
  return made.uid;
}
