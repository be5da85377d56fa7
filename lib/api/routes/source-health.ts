import { defineRoute } from "@/lib/api/route";
import { readSourceHealth } from "@/lib/sources/health";
import { SourceHealth } from "@/lib/sources/health-schemas";

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
];
