import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { getEndpoint } from "@/lib/endpoints/queries";
import { createEventBatch } from "@/lib/events/create-batch";
import {
  createBroadcastEvent,
  createDynamicEvent,
  createEvent,
  createFanoutEvent,
  createTestEvent,
} from "@/lib/events/mutations";
import { getEvent, listEvents } from "@/lib/events/queries";
import { replayEvent } from "@/lib/events/replay";
import {
  CreateBroadcastEvent,
  CreateDynamicEvent,
  CreatedEvent,
  CreatedEventBatch,
  CreateEvent,
  CreateEventBatch,
  CreateFanoutEvent,
  Event,
  ListEvents,
} from "@/lib/events/schemas";

export const eventRoutes = [
  defineRoute({
    id: "listEvents",
    method: "get",
    path: "/v1/projects/{projectID}/events",
    permission: "read",
    tag: "Events",
    summary: "List events",
    description:
      "`Pending` is committed and not routed yet, `Processing` being routed, `Success` routed to at least one destination, `Discarded` a duplicate or wanted by no subscription, `Failure` could not be routed; `status_reason` tells why. `deliveries` counts each event's deliveries by status. `q` and `body` search payloads, which have no index: they read the events that the other filters leave, from the end of the list on, until the page is full, for five seconds at most; then the answer is 422 and asks for a narrower range. Four searches run at a time, more are told 429.",
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
    audit: "none",
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
    id: "createFanoutEvent",
    method: "post",
    path: "/v1/projects/{projectID}/events/fanout",
    permission: "operate",
    audit: "none",
    tag: "Events",
    summary: "Create an event for all endpoints of an owner",
    description:
      "Goes to every matching subscription of the endpoints whose `owner_id` it names. An owner without any is no error: the event is stored as `Discarded` with the reason.",
    body: CreateFanoutEvent,
    opaque: ["data"],
    response: CreatedEvent,
    status: 201,
    message: "Event created",
    errors: ["conflict", "unavailable"],
    handler: ({ ctx, body, services }) => createFanoutEvent(ctx, services, body),
  }),
  defineRoute({
    id: "createBroadcastEvent",
    method: "post",
    path: "/v1/projects/{projectID}/events/broadcast",
    permission: "operate",
    audit: "none",
    tag: "Events",
    summary: "Create an event for every matching subscription",
    body: CreateBroadcastEvent,
    opaque: ["data"],
    response: CreatedEvent,
    status: 201,
    message: "Event created",
    errors: ["conflict", "unavailable"],
    handler: ({ ctx, body, services }) => createBroadcastEvent(ctx, services, body),
  }),
  defineRoute({
    id: "createDynamicEvent",
    method: "post",
    path: "/v1/projects/{projectID}/events/dynamic",
    permission: "administer",
    audit: "none",
    tag: "Events",
    summary: "Create an event for an address in the request",
    description:
      "Delivered to the project's endpoint with exactly this `url`, whatever it subscribes to; an endpoint is made when there is none, which is why it takes an admin.",
    body: CreateDynamicEvent,
    opaque: ["data"],
    response: CreatedEvent,
    status: 201,
    message: "Event created",
    errors: ["conflict", "unavailable"],
    handler: ({ ctx, body, services }) => createDynamicEvent(ctx, services, body),
  }),
  defineRoute({
    id: "createEventBatch",
    method: "post",
    path: "/v1/projects/{projectID}/events/batch",
    permission: "operate",
    audit: "none",
    tag: "Events",
    summary: "Create up to 1,000 events",
    description:
      "Each item is an event for one endpoint (`endpoint_id`), a fanout (`owner_id`) or a broadcast (neither), judged alone: `results` tells for each, in order, what creating it alone would have answered. The answer is 201 when the request could be read, even if items were refused; look at `refused`.",
    body: CreateEventBatch,
    opaque: ["events"],
    response: CreatedEventBatch,
    status: 201,
    message: "Events created",
    errors: ["conflict", "unavailable"],
    handler: ({ ctx, body, services }) => createEventBatch(ctx, services, body),
  }),
  defineRoute({
    id: "createTestEvent",
    method: "post",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/test",
    permission: "operate",
    audit: "none",
    tag: "Endpoints",
    summary: "Send a test event",
    description:
      "A made-up `hookyard.test` event for this endpoint, whatever it subscribes to; signed, retried and shown like any other.",
    response: CreatedEvent,
    status: 201,
    message: "Test event created",
    errors: ["unavailable"],
    handler: async ({ ctx, params, services }) => {
      await getEndpoint(ctx, params.endpointID);
      return createTestEvent(ctx, services, params.endpointID);
    },
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
  defineRoute({
    id: "replayEvent",
    method: "post",
    path: "/v1/projects/{projectID}/events/{eventID}/replay",
    permission: "operate",
    audit: "domain",
    tag: "Events",
    summary: "Replay an event",
    description:
      "Routes the stored event again, as it was received, by today's functions and subscriptions: each that matches gets a new delivery beside the ones that there are. The event is `Pending` until that is done, a moment later. To send the same deliveries again resend them, or many of them with a replay. Conflict while it is being routed, and for a duplicate.",
    response: Event,
    message: "Event replayed",
    errors: ["conflict"],
    async handler({ ctx, params }) {
      await replayEvent(ctx, params.eventID);
      return getEvent(ctx, params.eventID);
    },
  }),
];
