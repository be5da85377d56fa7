import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { createReceiver, deleteReceiver, updateReceiver } from "@/lib/nouns/receivers/mutations";
import { getReceiver, listReceivedRequests, listReceivers } from "@/lib/nouns/receivers/queries";
import {
  CreateReceiver,
  ListReceivedRequests,
  ListReceivers,
  ReceivedRequest,
  Receiver,
  UpdateReceiver,
} from "@/lib/nouns/receivers/schemas";

const ANSWER =
  "Every request to `url`, with any method, is answered with `answer`, or, as long as `fail_next` is not 0, with `fail_status`. The answer runs nothing in a browser. More than 100 requests a second to one receiver, or many that wait at once, get 429 and are not kept.";
const END =
  "It ends after `expires_in_days`, at most 30 days from the request that sets it, and then nothing of it is kept.";

export const receiverRoutes = [
  defineRoute({
    id: "listReceivers",
    method: "get",
    path: "/v1/projects/{projectID}/receivers",
    permission: "read",
    tag: "Receivers",
    summary: "List receivers",
    description: "Those that have not ended.",
    query: ListReceivers,
    response: pageOf(Receiver),
    message: "Receivers fetched",
    handler: ({ ctx, query }) => listReceivers(ctx, query),
  }),
  defineRoute({
    id: "createReceiver",
    method: "post",
    path: "/v1/projects/{projectID}/receivers",
    permission: "operate",
    audit: "domain",
    tag: "Receivers",
    summary: "Create a receiver",
    description: `An address of this installation. As the \`url\` of an endpoint it is allowed wherever the installation runs, also on this machine. ${ANSWER} ${END} A project has at most 20.`,
    body: CreateReceiver,
    response: Receiver,
    status: 201,
    message: "Receiver created",
    errors: ["conflict"],
    handler: ({ ctx, body }) => createReceiver(ctx, body),
  }),
  defineRoute({
    id: "getReceiver",
    method: "get",
    path: "/v1/projects/{projectID}/receivers/{receiverID}",
    permission: "read",
    tag: "Receivers",
    summary: "Retrieve a receiver",
    response: Receiver,
    message: "Receiver fetched",
    handler: ({ ctx, params }) => getReceiver(ctx, params.receiverID),
  }),
  defineRoute({
    id: "updateReceiver",
    method: "put",
    path: "/v1/projects/{projectID}/receivers/{receiverID}",
    permission: "operate",
    audit: "domain",
    tag: "Receivers",
    summary: "Update or prolong a receiver",
    description: `Replaces only the fields sent, \`answer\` as a whole; the address stays. ${ANSWER} ${END}`,
    body: UpdateReceiver,
    response: Receiver,
    message: "Receiver updated",
    handler: ({ ctx, params, body }) => updateReceiver(ctx, params.receiverID, body),
  }),
  defineRoute({
    id: "deleteReceiver",
    method: "delete",
    path: "/v1/projects/{projectID}/receivers/{receiverID}",
    permission: "operate",
    audit: "domain",
    tag: "Receivers",
    summary: "Delete a receiver",
    description: "What it received is deleted too. Endpoints with its address stay, and get 404 from it.",
    response: Receiver,
    message: "Receiver deleted",
    handler: ({ ctx, params }) => deleteReceiver(ctx, params.receiverID),
  }),
  defineRoute({
    id: "listReceivedRequests",
    method: "get",
    path: "/v1/projects/{projectID}/receivers/{receiverID}/requests",
    permission: "read",
    tag: "Receivers",
    summary: "List what arrived at a receiver",
    description:
      "The latest 100, with the first 64 KiB of each body. Headers that hold credentials are kept as `[REDACTED]`; for viewers so are signatures, and credentials in query strings.",
    query: ListReceivedRequests,
    response: pageOf(ReceivedRequest),
    message: "Received requests fetched",
    handler: ({ ctx, params, query }) => listReceivedRequests(ctx, params.receiverID, query),
  }),
];
