import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { createEvent } from "@/lib/events/mutations";
import { getEvent, listEvents } from "@/lib/events/queries";
import { CreatedEvent, CreateEvent, Event, ListEvents } from "@/lib/events/schemas";

export const eventRoutes = [
  defineRoute({
    id: "listEvents",
    method: "get",
    path: "/v1/projects/{projectID}/events",
    permission: "read",
    tag: "Events",
    summary: "List events",
    description:
      "`Pending` is committed and not routed yet, `Processing` being routed, `Success` routed to at least one destination, `Discarded` a duplicate or wanted by no subscription, `Failure` could not be routed; `status_reason` tells why. `deliveries` counts each event's deliveries by status.",
    query: ListEvents,
    response: pageOf(Event),
    message: "Events fetched",
    handler: ({ ctx, query }) => listEvents(ctx, query),
  }),
  defineRoute({
    id: "createEvent",
    method: "post",
    path: "/v1/projects/{projectID}/events",
    permission: "operate",
    tag: "Events",
    summary: "Create an event",
    description:
      "For one endpoint of an outgoing project; conflict in an incoming one, whose events come from its sources. The answer is sent after the commit: from then on the event is delivered at least once. A second event with an `idempotency_key` of the project's window is stored, flagged `is_duplicate_event`, and not delivered.",
    body: CreateEvent,
    opaque: ["data"],
    response: CreatedEvent,
    status: 201,
    message: "Event created",
    errors: ["conflict", "unavailable"],
    handler: ({ ctx, body, services }) => createEvent(ctx, services, body),
  }),
  defineRoute({
    id: "getEvent",
    method: "get",
    path: "/v1/projects/{projectID}/events/{eventID}",
    permission: "read",
    tag: "Events",
    summary: "Retrieve an event",
    response: Event,
    message: "Event fetched",
    handler: ({ ctx, params }) => getEvent(ctx, params.eventID),
  }),
];
