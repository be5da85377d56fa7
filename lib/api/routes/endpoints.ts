import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { createEndpoint, updateEndpoint } from "@/lib/nouns/endpoints/mutations";
import { listEndpoints } from "@/lib/nouns/endpoints/queries";
import { CreateEndpoint, Endpoint, ListEndpoints, UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import { showEndpoint } from "@/lib/nouns/endpoints/show-secrets";
import { deleteEndpoint } from "@/lib/nouns/removals/delete-endpoint";

export const endpointRoutes = [
  defineRoute({
    id: "listEndpoints",
    method: "get",
    path: "/v1/projects/{projectID}/endpoints",
    permission: "read",
    tag: "Endpoints",
    summary: "List endpoints",
    query: ListEndpoints,
    response: pageOf(Endpoint),
    message: "Endpoints fetched",
    handler: ({ ctx, query }) => listEndpoints(ctx, query),
  }),
  defineRoute({
    id: "createEndpoint",
    method: "post",
    path: "/v1/projects/{projectID}/endpoints",
    permission: "administer",
    audit: "domain",
    tag: "Endpoints",
    summary: "Create an endpoint",
    description:
      "`name` and `url` are required. Without a `secret` one is generated (`whsec_` and 32 random bytes in base64). The address may not be a private or loopback one unless the installation allows it.",
    body: CreateEndpoint,
    response: Endpoint,
    status: 201,
    message: "Endpoint created",
    handler: ({ ctx, body }) => createEndpoint(ctx, body),
  }),
  defineRoute({
    id: "getEndpoint",
    method: "get",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}",
    permission: "read",
    tag: "Endpoints",
    summary: "Retrieve an endpoint",
    description:
      "`secrets[].value` and `chat_webhook_url` are shown to admins here, which the audit log tells as `endpoint.secrets_read` (once an hour for each reader and endpoint); to other roles, in lists and wherever an endpoint stands in another answer they are `[REDACTED]`, but for a secret that the request itself made. Credentials in `authentication` and the texts of `tls` are always `[REDACTED]`; `tls_certificates` tells subject, issuer and dates. `events` counts the deliveries created for it; `failure_rate` is the percentage of attempts that failed in the last 24 hours. `http_timeout` and `rate_limit_duration` are seconds.",
    response: Endpoint,
    message: "Endpoint fetched",
    handler: ({ ctx, params }) => showEndpoint(ctx, params.endpointID),
  }),
  defineRoute({
    id: "updateEndpoint",
    method: "put",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}",
    permission: "administer",
    audit: "domain",
    tag: "Endpoints",
    summary: "Update an endpoint",
    description:
      "Replaces only the fields sent. A credential sent back as `[REDACTED]` stays as it is. Credentials of `authentication` and `tls` belong to the address that they were given for: when the scheme, host or port of `url` or of `authentication.oauth2.url` changes, they must be sent again (or `authentication` or `tls` as null), else the answer is 422 and nothing changes. Signing secrets are not the receiver's credentials and stay.",
    body: UpdateEndpoint,
    response: Endpoint,
    message: "Endpoint updated",
    handler: ({ ctx, params, body }) => updateEndpoint(ctx, params.endpointID, body),
  }),
  defineRoute({
    id: "deleteEndpoint",
    method: "delete",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}",
    permission: "administer",
    audit: "domain",
    tag: "Endpoints",
    summary: "Delete an endpoint",
    description:
      "Its subscriptions go with it (each is told by a meta event of its own), and its waiting deliveries become Discarded. Deliveries of the past still show it.",
    response: Endpoint,
    message: "Endpoint deleted",
    handler: ({ ctx, params }) => deleteEndpoint(ctx, params.endpointID),
  }),
];
