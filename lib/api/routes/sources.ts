import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { tellReferences } from "@/lib/api/routes/reference-words";
import { checkFunctions } from "@/lib/functions/check-fields";
import { deleteSource } from "@/lib/nouns/removals/delete-source";
import { createSource, updateSource } from "@/lib/nouns/sources/mutations";
import { getSource, listSources } from "@/lib/nouns/sources/queries";
import { CreateSource, ListSources, Source, UpdateSource } from "@/lib/nouns/sources/schemas";

const REFERENCES = tellReferences("source");

function functionsOf({ body_function, header_function }: UpdateSource) {
  return { body_function, header_function };
}

export const sourceRoutes = [
  defineRoute({
    id: "listSources",
    method: "get",
    path: "/v1/projects/{projectID}/sources",
    permission: "read",
    tag: "Sources",
    summary: "List sources",
    query: ListSources,
    response: pageOf(Source),
    message: "Sources fetched",
    handler: ({ ctx, query }) => listSources(ctx, query),
  }),
  defineRoute({
    id: "createSource",
    method: "post",
    path: "/v1/projects/{projectID}/sources",
    permission: "administer",
    audit: "domain",
    tag: "Sources",
    summary: "Create a source",
    description: `\`name\` and \`type\` are required. An incoming project has \`http\` and \`rest_api\` sources, an outgoing one \`pub_sub\`, \`db_change_stream\` and \`rest_api\`. No verifier means \`noop\`. With a \`provider\` only its secret is needed: \`verifier\` is \`{type: provider, provider: {secret}}\` with what the provider shows, or \`{type: hmac, hmac: {secret}}\` (for \`github\` the header, hash and encoding are filled in). \`plaid\` gives the keys that it signs by to accounts: beside \`secret\` it needs \`client_id\`, and an \`environment\` other than \`production\` where the secret is of one (\`sandbox\`). \`asana\` and \`notion\` hand over the secret themselves: leave the verifier out, and the source waits for 15 minutes for the handshake. Without a provider it takes \`verifier.type\` and the object of that name. \`idempotency_keys\` names parts of the request (\`request.header.X\`, \`request.body.a.b\`, \`request.query.q\`) that together identify an event. The sender of an \`http\` source posts to the \`url\` of the answer. A \`pub_sub\` source reads messages \`{endpoint_id | owner_id, event_type, data, custom_headers?, idempotency_key?, deliver_at?, delay?, external_id?, metadata?, tags?}\` with the attribute \`x-message-type\` \`single\`, \`fanout\` or \`broadcast\` (without it, by which of the ids they have). A message is acknowledged after its event is committed; one that can be no event is kept as an event of status Failure with the reason and its bytes. A message delivered again makes no second event where the broker or its sender names it (Kafka, SQS, Pub/Sub; in AMQP the property \`message_id\`).\n\n${REFERENCES}`,
    body: CreateSource,
    response: Source,
    status: 201,
    message: "Source created",
    handler: async ({ ctx, body, services }) => {
      await checkFunctions(services.functions, functionsOf(body));
      return createSource(ctx, body);
    },
  }),
  defineRoute({
    id: "getSource",
    method: "get",
    path: "/v1/projects/{projectID}/sources/{sourceID}",
    permission: "read",
    tag: "Sources",
    summary: "Retrieve a source",
    description: "Credentials of the verifier are returned as `[REDACTED]`.",
    response: Source,
    message: "Source fetched",
    handler: ({ ctx, params }) => getSource(ctx, params.sourceID),
  }),
  defineRoute({
    id: "updateSource",
    method: "put",
    path: "/v1/projects/{projectID}/sources/{sourceID}",
    permission: "administer",
    audit: "domain",
    tag: "Sources",
    summary: "Update a source",
    description: `Replaces only the fields sent. A credential sent back as \`[REDACTED]\` stays as it is. \`is_disabled\` makes the source refuse what is posted to it with 403.\n\n${REFERENCES}`,
    body: UpdateSource,
    response: Source,
    message: "Source updated",
    handler: async ({ ctx, params, body, services }) => {
      await checkFunctions(services.functions, functionsOf(body));
      return updateSource(ctx, params.sourceID, body);
    },
  }),
  defineRoute({
    id: "deleteSource",
    method: "delete",
    path: "/v1/projects/{projectID}/sources/{sourceID}",
    permission: "administer",
    audit: "domain",
    tag: "Sources",
    summary: "Delete a source",
    description:
      "Its address answers 404 from then on, and its subscriptions go with it. Events of the past still show it.",
    response: Source,
    message: "Source deleted",
    handler: ({ ctx, params }) => deleteSource(ctx, params.sourceID),
  }),
];
