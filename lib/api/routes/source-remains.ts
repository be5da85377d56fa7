import { z } from "zod";
import { defineRoute } from "@/lib/api/route";
import { forgetSourceRemains, listSourceRemains } from "@/lib/nouns/sources/remains";
import { SourceRemains } from "@/lib/nouns/sources/remains-schemas";

export const sourceRemainsRoutes = [
  defineRoute({
    id: "listSourceRemains",
    method: "get",
    path: "/v1/projects/{projectID}/source-remains",
    permission: "read",
    tag: "Sources",
    summary: "List replication slots that are still to be dropped",
    description:
      "Deleting a db_change_stream source drops its replication slot, usually within seconds. Where that fails, because the database is away say, it is tried again until it succeeds, and stands here with the reason: a slot that nobody reads makes its server keep its log until the disk is full.",
    response: z.array(SourceRemains),
    message: "Source remains fetched",
    handler: ({ ctx }) => listSourceRemains(ctx),
  }),
  defineRoute({
    id: "forgetSourceRemains",
    method: "delete",
    path: "/v1/projects/{projectID}/source-remains/{sourceID}",
    permission: "administer",
    audit: "domain",
    tag: "Sources",
    summary: "Stop trying to drop a replication slot",
    description:
      "For a database that is gone for good, or whose slot was dropped there by hand. Nothing is done at the database.",
    response: SourceRemains,
    message: "Replication slot forgotten",
    handler: ({ ctx, params }) => forgetSourceRemains(ctx, params.sourceID),
  }),
];
