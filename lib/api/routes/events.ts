import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { createEventBatch } from "@/lib/intake/create-batch";
import {
  createBroadcastEvent,
  createDynamicEvent,
  createEvent,
  createFanoutEvent,
  createTestEvent,
} from "@/lib/intake/create-event";
import { previewTestEvent } from "@/lib/intake/preview-test-event";
import { getEndpoint } from "@/lib/nouns/endpoints/queries";
import { ListEvents } from "@/lib/nouns/events/list-schemas";
import { getEvent, listEvents } from "@/lib/nouns/events/queries";
import {
  CreateBroadcastEvent,
  CreateDynamicEvent,
  CreatedEvent,
  CreatedEventBatch,
  CreateEvent,
  CreateEventBatch,
  CreateFanoutEvent,
  Event,
  ReplayEvent,
  ReplayedEvent,
  SendTestEvent,
} from "@/lib/nouns/events/schemas";
import { replayAndTell } from "@/lib/nouns/events/tell-replay";
import { TestEventPreview } from "@/lib/nouns/events/test-event-schemas";

export const eventRoutes = [
  defineRoute({
    id: "listEvents",
    method: "get",
    path: "/v1/projects/{projectID}/events",
    permission: "read",
    tag: "Events",
    summary: "List events",
    description:
      "`Pending` is committed and not routed yet, `Processing` being routed, `Success` routed to at least one destination, `Discarded` a duplicate or wanted by no subscription, `Failure` could not be routed; `status_reason` tells why, and `status_code` as a word. `deliveries` counts each event's deliveries by status. `externalId`, `metadata` and `tag` find events by what their sender called them, by an index. `q` and `body` search payloads, which have no index: they read the events that the other filters leave, from the end of the list on, until the page is full, for five seconds at most; then the answer is 422 and asks for a narrower range. Four searches run at a time, more are told 429.",
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
      "For one endpoint of an outgoing project; conflict in an incoming one, whose events come from its sources. The endpoint's subscriptions that it could come by (those without a source) decide by their event types and filters, and set retries; where there is none it is delivered directly, with the project's retry settings. Devices that stand in for the endpoint hear it too. `deliveries` and `reason` tell what it led to. The answer is sent after the commit: from then on the event is delivered at least once. A second event with an `idempotency_key` of the project's window is stored, flagged `is_duplicate_event`, and not delivered. `data` of more bytes of JSON than the project's `max_payload_read_size` is answered 413. With `deliver_at` or `delay` the event is stored and routed now, by the subscriptions of now, and its deliveries wait as `Scheduled` until then; latency counts from then. A resend sends such a delivery before, a cancel discards it. In an ordered endpoint it keeps its place, so those behind it in its sequence wait with it. A replay sends at once. `external_id`, `metadata` and `tags` are the sender's own: they are kept, answered and found by, tell nothing apart and are not sent to receivers.",
    body: CreateEvent,
    opaque: ["data"],
    takesPayloads: "data",
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
      "Goes to every matching subscription of the endpoints whose `owner_id` it names. An owner without any is no error: the event is stored as `Discarded`, and the answer has `deliveries` 0 and the reason.",
    body: CreateFanoutEvent,
    opaque: ["data"],
    takesPayloads: "data",
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
    description:
      "Goes to every subscription without a source that matches. With nobody to broadcast to the event is stored as `Discarded`, and the answer has `deliveries` 0 and the reason.",
    body: CreateBroadcastEvent,
    opaque: ["data"],
    takesPayloads: "data",
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
      "Delivered to the project's endpoint with exactly this `url`, as an event that names the endpoint: its subscriptions, where it has some, decide. An endpoint is made when there is none, which is why it takes an admin. No device hears it.",
    body: CreateDynamicEvent,
    opaque: ["data"],
    takesPayloads: "data",
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
    takesPayloads: "events",
    response: CreatedEventBatch,
    status: 201,
    message: "Events created",
    errors: ["conflict", "unavailable"],
    handler: ({ ctx, body, services }) => createEventBatch(ctx, services, body),
  }),
  defineRoute({
    id: "previewTestEvent",
    method: "get",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/test",
    permission: "operate",
    tag: "Endpoints",
    summary: "Preview a test event",
    description:
      "The request that a test event would become, built and signed by what builds real ones: address, headers and body. Nothing is sent or stored, so its ids and signatures belong to no delivery. The endpoint's credentials are `[REDACTED]`, as in attempts. `notes` say what may differ in the request that is sent. Conflict where the endpoint's URL has a variable for which a test event has no value.",
    query: SendTestEvent,
    response: TestEventPreview,
    message: "Test event previewed",
    errors: ["conflict"],
    handler: async ({ ctx, params: { endpointID }, query, services }) => {
      await getEndpoint(ctx, endpointID);
      return previewTestEvent(ctx, services.snapshots, { endpointId: endpointID, eventType: query.event_type });
    },
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
      "A made-up event for this endpoint alone that takes the way of real events: subscriptions, filters, functions and the endpoint's state apply, and it is signed, retried and shown like any other. In an outgoing project it is an event that names the endpoint; in an incoming one it comes from the source of a subscription that leads there. When none would arrive, `deliveries` is 0 and `reason` says why and what to do. Where the subscriptions do not take `hookyard.test`, name a type that they take. Conflict where the endpoint's URL has a variable for which a test event has no value.",
    query: SendTestEvent,
    response: CreatedEvent,
    status: 201,
    message: "Test event created",
    errors: ["conflict", "unavailable"],
    handler: async ({ ctx, params: { endpointID }, query, services }) => {
      await getEndpoint(ctx, endpointID);
      return createTestEvent(ctx, services, { endpointId: endpointID, eventType: query.event_type });
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
      "Routes the stored event again, as it was received, by today's functions and subscriptions: so an event that was `Discarded` is recovered after its subscription was mended. Each subscription that matches gets a new delivery, but for endpoints and devices that have the event or are about to get it (a delivery in `Success`, `Scheduled`, `Processing` or `Retry`); `force=true` sends it to those once more. `replay` tells what it led to: `deliveries` is null when the routing takes longer than five seconds, and the event is `Pending` until then. To send the same deliveries again resend them, or many of them with a replay plan. Conflict while it is being routed, and for a duplicate.",
    query: ReplayEvent,
    response: ReplayedEvent,
    message: "Event replayed",
    errors: ["conflict"],
    async handler({ ctx, params, query }) {
      const replay = await replayAndTell(ctx, params.eventID, { force: query.force === "true" });
      return { ...(await getEvent(ctx, params.eventID)), replay };
    },
  }),
];
