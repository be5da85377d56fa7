import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { TAG_WORDS, tellReferences } from "@/lib/api/routes/reference-words";
import { createEndpoint, updateEndpoint } from "@/lib/nouns/endpoints/mutations";
import { listEndpoints } from "@/lib/nouns/endpoints/queries";
import { CreateEndpoint, Endpoint, ListEndpoints, UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import { showEndpoint } from "@/lib/nouns/endpoints/show-secrets";
import { deleteEndpoint } from "@/lib/nouns/removals/delete-endpoint";

const NEW =
  "`name` and `url` are required. Without a `secret` one is generated (`whsec_` and 32 random bytes in base64). The address may not be a private or loopback one unless the installation allows it.";

const CHANGE =
  "Replaces only the fields sent. A credential sent back as `[REDACTED]` stays as it is. Credentials of `authentication` and `tls` belong to the address that they were given for: when the scheme, host or port of `url` or of `authentication.oauth2.url` changes, they must be sent again (or `authentication` or `tls` as null), else the answer is 422 and nothing changes. Signing secrets are not the receiver's credentials and stay.";

/** How requests are written and connected to. Here, because a schema is sent to browsers, which show none of it. */
const REQUESTS = [
  "`url` may have variables: `https://{tenant}.example.com/hook/{region}`, in the host name, the path and the query. Each delivery is sent to the address that its event makes of it, which its attempts show. `url_variables` says where the values are, by the names of the variables: `body.` and a dotted path into the payload as it is sent, or `header.` and the name of one of its headers; without an entry a value is at its variable's name in the payload (`body.tenant`). Values are texts, numbers or booleans of at most 500 characters. In the host name one is, or fits into, a single label: letters, digits and hyphens, no dots; the end of the host name has to be a registrable domain without a variable. In the path and the query one is percent-encoded, and may not be `.` or `..`. A delivery whose value is missing or unfit fails at once, with the error code `url_variable`, without a retry, and does not count for the circuit breaker. Every filled address is judged as any other: a private one is refused. With a variable in the host name `authentication` and `tls` must be null, since an event would choose who gets them. To rate limits, order, the circuit breaker and incidents all its addresses are one endpoint, which 410 Gone does not disable. null sends braces as they are; where it is left out, a new `url` with `{name}` in it has variables, and one that does not change keeps its meaning. Devices need no address.",
  "`signature_algorithm`: what signs. `hmac` the signing secrets: `v1` entries of `webhook-signature`, and the project's own signature header. `ed25519` key pairs that are made here: `v1a` entries, and no header of the project's own, which is an HMAC. `hmac_and_ed25519` both. The first key pair is made when one is to sign; its public key is in `key_pairs`, and for receivers at `/v1/endpoints/{endpointID}/public-keys`. The private key is stored encrypted and never shown. Secrets and key pairs that do not sign are kept for when they shall again.",
  "`http_method` is how deliveries are sent.",
  "`headers`: headers that each delivery has, by name; one of the event with the same name gives way. They replace those before. At most 20, of 4,096 characters together. Not for credentials, which belong to `authentication`: whoever reads the endpoint reads them. Names of the connection, of a signature (`webhook-…` and the project's own), of authentication, and `Content-Type` and the like are refused. A header that the project's settings give the same name later goes before.",
  "`content_type`: application/json sends the payload as it is. application/x-www-form-urlencoded sends its JSON as a form: a member of the object is a field, one of an object inside `name[member]`, an item of a list `name[0]`; a text is its value, a number its digits as written, true and false are these words, null is an empty value; an empty object or list has no field. Of a repeated name the last counts, and names that are whole numbers come first. What came as such a form stays as it is. Nothing else can be one: a payload that is no JSON object, a name that is empty or has a bracket, more than 64 levels, broken characters, or a form longer than four times the payload and 64 KiB; such a delivery becomes Discarded, and says why. Signed are the bytes that are sent. Devices get the payload as it is.",
  "`tls`: a certificate for connections to this endpoint, with its key, and authorities of its own: PEM, stored encrypted, never shown again (`tls_certificates` tells subjects and dates). They belong to the origin of `url`, as `authentication` does, and are never shown to the token URL of oauth2. A key must fit its certificate, and a new certificate must be valid now. With `ca_certificate` those authorities alone vouch for the receiver. [REDACTED] leaves a text as it is, an empty one takes it away; null for none.",
  tellReferences("endpoint"),
  TAG_WORDS,
].join("\n\n");

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
    description: `${NEW}\n\n${REQUESTS}`,
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
    description: `${CHANGE}\n\n${REQUESTS}`,
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
