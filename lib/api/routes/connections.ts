import { defineRoute } from "@/lib/api/route";
import { checkFunctions } from "@/lib/functions/check-fields";
import { connect } from "@/lib/nouns/connections/connect";
import { Connection, CreateConnection } from "@/lib/nouns/connections/schemas";

export const connectionRoutes = [
  defineRoute({
    id: "createConnection",
    method: "post",
    path: "/v1/projects/{projectID}/connections",
    permission: "administer",
    audit: "domain",
    tag: "Subscriptions",
    summary: "Connect a source with an endpoint",
    description:
      "Makes a source, an endpoint and the subscription between them in one request: all of them or, where a field of one is wrong, none. `source_id` or `endpoint_id` takes one that is there instead; `receiver` makes a receiver of Hookyard's own and the endpoint at its address. An incoming project needs a source; in an outgoing one, without a source, the subscription takes the events of all sources and of the API. Wrong fields are named under their part, such as `source.verifier.provider.secret`. What was made is three ordinary resources; a connection is none of its own.",
    body: CreateConnection,
    response: Connection,
    status: 201,
    message: "Connected",
    handler: async ({ ctx, body, services }) => {
      await checkFunctions(services.functions, {
        "source.body_function": body.source?.body_function,
        "source.header_function": body.source?.header_function,
        "subscription.function": body.subscription?.function,
      });
      return connect(ctx, body);
    },
  }),
];
