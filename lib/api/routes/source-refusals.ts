import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { ListSourceRefusals, SourceRefusal } from "@/lib/nouns/sources/refusal-schemas";
import { listSourceRefusals } from "@/lib/nouns/sources/refusals";

export const sourceRefusalRoutes = [
  defineRoute({
    id: "listSourceRefusals",
    method: "get",
    path: "/v1/projects/{projectID}/sources/{sourceID}/refusals",
    permission: "administer",
    tag: "Sources",
    summary: "List what a source refused",
    description:
      "The newest 100 requests to an http source's address that were refused: by its verifier (401), because it is disabled (403), too large (413), beyond the project's rate limit (429) or malformed (400). They appear within about a second. Of a flood only some are kept, and `skipped` tells how many more there were. Nothing of the request's content is kept: of its headers the names, of its body the size. They go after 30 days.",
    query: ListSourceRefusals,
    response: pageOf(SourceRefusal),
    message: "Refused requests fetched",
    handler: ({ ctx, params, query }) => listSourceRefusals(ctx, params.sourceID, query),
  }),
];
