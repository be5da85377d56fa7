import { defineRoute } from "@/lib/api/route";
import { testConnection } from "@/lib/feeds/test-connection";
import { readSourceHealth } from "@/lib/nouns/sources/health";
import { SourceHealth } from "@/lib/nouns/sources/health-schemas";
import { reconnectSource } from "@/lib/nouns/sources/reconnect";
import { completeConnection } from "@/lib/nouns/sources/test-connection";
import { TestConnection, TestedConnection } from "@/lib/nouns/sources/test-connection-schemas";

export const sourceHealthRoutes = [
  defineRoute({
    id: "readSourceHealth",
    method: "get",
    path: "/v1/projects/{projectID}/sources/{sourceID}/health",
    permission: "read",
    tag: "Sources",
    summary: "Read a source's health",
    description:
      "Whether the source is connected and since when, how events come from it, what waits there, and what went wrong last. A source that is consumed (broker, poller, change stream) is so by one copy at a time, for all of its workers; it is taken over within seconds when that copy dies.",
    response: SourceHealth,
    message: "Source health read",
    handler: ({ ctx, params }) => readSourceHealth(ctx, params.sourceID),
  }),
  defineRoute({
    id: "reconnectSource",
    method: "put",
    path: "/v1/projects/{projectID}/sources/{sourceID}/reconnect",
    permission: "operate",
    audit: "domain",
    tag: "Sources",
    summary: "Connect a source again",
    description:
      "Ends the consumer of a source and begins anew within seconds, without waiting for `next_try_at`; also one that is `parked`, because its reader broke down five times in a row on what the server sent. What it has in hand is committed first. An `http` source, and one that is disabled, are a conflict.",
    response: SourceHealth,
    message: "Source is connected again",
    errors: ["conflict"],
    handler: ({ ctx, params }) => reconnectSource(ctx, params.sourceID),
  }),
  defineRoute({
    id: "testSourceConnection",
    method: "post",
    path: "/v1/projects/{projectID}/sources/test-connection",
    permission: "administer",
    audit: "none",
    tag: "Sources",
    summary: "Test a source's connection",
    description:
      "Walks to the source's messages step by step and tells the first thing that is wrong: the address, the connection, TLS, the login, the queue, topic or subscription, or the rights. It takes no message and changes nothing; an API that is to be polled is asked once, and nothing of its answer is kept. With `source_id` credentials sent as `[REDACTED]` are the stored ones, for the stored address only. Send the settings of one type, `pub_sub`, `rest_api` or `db_change_stream`. Sources are reached by the rules for deliveries: private addresses only where HOOKYARD_EGRESS_ALLOW names them.",
    body: TestConnection,
    response: TestedConnection,
    message: "Connection tested",
    handler: async ({ ctx, body, services }) => testConnection(await completeConnection(ctx, body), services.guard),
  }),
];
