import type { QueryClient } from "@tanstack/react-query";
import { deliveryRead } from "@/components/deliveries/queries";
import { endpointRead } from "@/components/endpoints/queries";
import { eventTypeRead } from "@/components/event-types/queries";
import { eventRead } from "@/components/events/queries";
import { metaEventRead } from "@/components/meta-events/queries";
import type { PaletteEntry } from "@/components/palette/palette-entry";
import { replayRead } from "@/components/replays/queries";
import { sourceRead } from "@/components/sources/queries";
import { subscriptionRead } from "@/components/subscriptions/queries";
import { viewRead } from "@/components/views/queries";
import { toViewAddress } from "@/components/views/view-address";
import { ApiError } from "@/lib/api/client";

/**
 * Finds what an id of the project names. An id does not tell its kind, so each kind is asked for it; not found is the
 * usual answer. Throws when a question fails in another way and no kind has the id.
 */
export async function findByID(client: QueryClient, projectID: string, id: string): Promise<PaletteEntry[]> {
  const home = `/projects/${projectID}`;
  const asked = [
    client.fetchQuery(endpointRead(projectID, id)).then(named("endpoint", `${home}/endpoints/${id}`)),
    client.fetchQuery(sourceRead(projectID, id)).then(named("source", `${home}/sources/${id}`)),
    client.fetchQuery(subscriptionRead(projectID, id)).then(named("subscription", `${home}/subscriptions/${id}`)),
    client.fetchQuery(eventTypeRead(projectID, id)).then(named("event type", `${home}/event-types/${id}`)),
    client.fetchQuery(replayRead(projectID, id)).then(named("replay", `${home}/replays/${id}`)),
    client.fetchQuery(viewRead(projectID, id)).then((view) => named("view", toViewAddress(projectID, view))(view)),
    client.fetchQuery(eventRead(projectID, id)).then(typed("event", `${home}/events/${id}`)),
    client.fetchQuery(deliveryRead(projectID, id)).then(typed("delivery", `${home}/deliveries/${id}`)),
    client.fetchQuery(metaEventRead(projectID, id)).then(typed("meta event", `${home}/meta-events/${id}`)),
  ];
  const answers = await Promise.allSettled(asked);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const failed = answers.find((answer) => answer.status === "rejected" && !isNotFound(answer.reason));
  if (found.length === 0 && failed?.status === "rejected") throw failed.reason;
  return found;
}

function isNotFound(reason: unknown): boolean {
  return reason instanceof ApiError && reason.status === 404;
}

function named(kind: PaletteEntry["kind"], address: string) {
  return ({ uid, name }: { uid: string; name: string }): PaletteEntry => ({ kind, uid, name, detail: uid, address });
}

function typed(kind: PaletteEntry["kind"], address: string) {
  return ({ uid, event_type }: { uid: string; event_type: string }): PaletteEntry => {
    return { kind, uid, name: event_type || `The ${kind}`, detail: uid, address };
  };
}
