import { z } from "zod";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { Attempt, EventDelivery } from "@/lib/nouns/deliveries/answer-schemas";
import { listAttempts } from "@/lib/nouns/deliveries/attempts";
import { cancelDelivery } from "@/lib/nouns/deliveries/cancel";
import { cancelMany } from "@/lib/nouns/deliveries/cancel-many";
import { countMatching } from "@/lib/nouns/deliveries/count-matching";
import {
  CancelDeliveries,
  CancelledDeliveries,
  CountDeliveries,
  MatchCount,
} from "@/lib/nouns/deliveries/filter-schemas";
import { addDeliveryNote, listDeliveryNotes } from "@/lib/nouns/deliveries/notes";
import { getEventDelivery, getEventDeliveryWithVersions, listEventDeliveries } from "@/lib/nouns/deliveries/queries";
import { SignedRequest, TestSend, TestSendResult } from "@/lib/nouns/deliveries/request-schemas";
import { resendDelivery } from "@/lib/nouns/deliveries/resend";
import { ListEventDeliveries, ResendQuery } from "@/lib/nouns/deliveries/schemas";
import { CreateNote, Note } from "@/lib/nouns/notes/schemas";
import { sendTest, signRequest } from "@/lib/sending/request-now";

export const eventDeliveryRoutes = [
  defineRoute({
    id: "listEventDeliveries",
    method: "get",
    path: "/v1/projects/{projectID}/eventdeliveries",
    permission: "read",
    tag: "Event deliveries",
    summary: "List event deliveries",
    description:
      "`Scheduled` waits for its first attempt (where its event has a `deliver_at`, until then), `Processing` is being sent, `Retry` waits for its next attempt, `Success` was answered with 2xx, `Failure` used up its attempts, `Discarded` was never to be sent; `description` tells why. `latency_seconds` is the time from acceptance, or from the event's `deliver_at`, to success. `view=summary` is what a table needs. `q`, `body` and `header` search the events of the deliveries, row by row and for about two seconds at most: a page that is not full then tells `searched_until`, and its cursor goes on. Counts, cancels and replays take no search.",
    query: ListEventDeliveries,
    response: pageOf(EventDelivery),
    message: "Event deliveries fetched",
    handler: ({ ctx, query }) => listEventDeliveries(ctx, query),
  }),
  defineRoute({
    id: "countMatchingDeliveries",
    method: "get",
    path: "/v1/projects/{projectID}/eventdeliveries/matches",
    permission: "read",
    tag: "Event deliveries",
    summary: "Count the event deliveries that filters find",
    description:
      "How many the list finds on all of its pages, by the same filters; up to 10,000, beyond which `is_more` is true. Searches by `q`, `body` or `header` are refused: they are read page by page.",
    query: CountDeliveries,
    response: MatchCount,
    message: "Matching event deliveries counted",
    handler: ({ ctx, query }) => countMatching(ctx, query),
  }),
  defineRoute({
    id: "cancelEventDeliveries",
    method: "post",
    path: "/v1/projects/{projectID}/eventdeliveries/cancel",
    permission: "operate",
    audit: "domain",
    tag: "Event deliveries",
    summary: "Cancel the event deliveries that filters find",
    description:
      "Of those that wait (Scheduled or Retry) and that the filter finds, the oldest 1,000 become Discarded in one transaction, as by cancelling each. `next` says where to go on: ask again with it as `after` until it is null. What is being attempted or locked at that moment is skipped and stays as it is. They can be resent later.",
    body: CancelDeliveries,
    response: CancelledDeliveries,
    message: "Event deliveries cancelled",
    handler: ({ ctx, body }) => cancelMany(ctx, body),
  }),
  defineRoute({
    id: "getEventDelivery",
    method: "get",
    path: "/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}",
    permission: "read",
    tag: "Event deliveries",
    summary: "Retrieve an event delivery",
    response: EventDelivery,
    message: "Event delivery fetched",
    handler: ({ ctx, params }) => getEventDeliveryWithVersions(ctx, params.eventDeliveryID),
  }),
  defineRoute({
    id: "listDeliveryAttempts",
    method: "get",
    path: "/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/deliveryattempts",
    permission: "read",
    tag: "Event deliveries",
    summary: "List the attempts of an event delivery",
    description: "The latest 100 at most, the oldest of them first: what went out and what came back.",
    response: z.array(Attempt),
    message: "Delivery attempts fetched",
    handler: ({ ctx, params }) => listAttempts(ctx, params.eventDeliveryID),
  }),
  defineRoute({
    id: "listDeliveryNotes",
    method: "get",
    path: "/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/notes",
    permission: "read",
    tag: "Event deliveries",
    summary: "List the notes of an event delivery",
    description: "What people have written about it, the oldest first. They are deleted with the delivery.",
    response: z.array(Note),
    message: "Notes fetched",
    handler: ({ ctx, params }) => listDeliveryNotes(ctx, params.eventDeliveryID),
  }),
  defineRoute({
    id: "addDeliveryNote",
    method: "post",
    path: "/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/notes",
    permission: "operate",
    audit: "domain",
    tag: "Event deliveries",
    summary: "Add a note to an event delivery",
    description: "Anybody who may read the delivery sees it. It cannot be changed. A delivery has at most 100.",
    body: CreateNote,
    response: z.array(Note),
    status: 201,
    message: "Note added",
    errors: ["conflict"],
    handler: ({ ctx, params, body }) => addDeliveryNote(ctx, params.eventDeliveryID, body),
  }),
  defineRoute({
    id: "resendEventDelivery",
    method: "put",
    path: "/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/resend",
    permission: "operate",
    audit: "domain",
    tag: "Event deliveries",
    summary: "Resend an event delivery",
    description:
      "From Failure, Discarded, Retry or Scheduled it becomes Scheduled for now, also before the `deliver_at` of its event, with a fresh retry budget; `num_trials` keeps counting. From Success only with `force=true`. Conflict while it is Processing, or when its endpoint is deleted or inactive. A paused or pending endpoint holds it. Two resends at once make one attempt.",
    query: ResendQuery,
    response: EventDelivery,
    message: "Event delivery resent",
    errors: ["conflict"],
    async handler({ ctx, params, query }) {
      await resendDelivery(ctx, params.eventDeliveryID, { force: query.force === "true" });
      return getEventDelivery(ctx, params.eventDeliveryID);
    },
  }),
  defineRoute({
    id: "cancelEventDelivery",
    method: "put",
    path: "/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/cancel",
    permission: "operate",
    audit: "domain",
    tag: "Event deliveries",
    summary: "Cancel an event delivery",
    description:
      "A delivery that waits (Scheduled or Retry) becomes Discarded, and `description` tells who cancelled it; it can be resent later. Conflict while it is Processing, and when it is over already.",
    response: EventDelivery,
    message: "Event delivery cancelled",
    errors: ["conflict"],
    async handler({ ctx, params }) {
      await cancelDelivery(ctx, params.eventDeliveryID);
      return getEventDelivery(ctx, params.eventDeliveryID);
    },
  }),
  defineRoute({
    id: "signEventDelivery",
    method: "post",
    path: "/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/signedrequest",
    permission: "operate",
    audit: "domain",
    tag: "Event deliveries",
    summary: "Sign the request of an event delivery now",
    description:
      "Answers with the very request that its next attempt would send, signed for this moment with every live secret of the endpoint, and sends nothing: to be sent by hand while a receiver is debugged, as long as the receiver accepts the timestamp (five minutes, usually). Secrets are not part of it, the endpoint's own credentials are `[REDACTED]`, and the access token of an oauth2 endpoint is left out. The audit log says who asked. Conflict for a delivery to a device, after its endpoint was deleted, and when its payload is past the retention.",
    response: SignedRequest,
    message: "Request signed",
    errors: ["conflict"],
    handler: ({ ctx, params, services }) => signRequest(ctx, services, params.eventDeliveryID),
  }),
  defineRoute({
    id: "sendTestOfEventDelivery",
    method: "post",
    path: "/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/testsend",
    permission: "operate",
    audit: "domain",
    tag: "Event deliveries",
    summary: "Send an event delivery as a test",
    description:
      "Sends what the delivery sends, or the payload in `raw`, once and at once, to its own endpoint or to the one of `endpoint_id`, and answers with what came back. It counts nowhere: no attempt, no retry, no statistics, no circuit breaker, no alert; the delivery stays as it is, and the audit log says who sent it. It is signed with the secrets of the endpoint that gets it, with `webhook-test: true` and a `webhook-id` of its own that begins with `test_`: a receiver that looks at neither takes it for a real event. A paused or pending endpoint gets it all the same. Conflict for an inactive one, after the endpoint was deleted, for a delivery to a device unless `endpoint_id` is given, and when the payload is past the retention.",
    body: TestSend,
    response: TestSendResult,
    message: "Test sent",
    errors: ["conflict"],
    handler: ({ ctx, params, body, services }) => sendTest(ctx, services, params.eventDeliveryID, body),
  }),
];
