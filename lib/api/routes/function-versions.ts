import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { getFunctionVersion, listFunctionVersions } from "@/lib/nouns/function-versions/queries";
import { FunctionVersion, FunctionVersionSummary, ListFunctionVersions } from "@/lib/nouns/function-versions/schemas";

export const functionVersionRoutes = [
  defineRoute({
    id: "listFunctionVersions",
    method: "get",
    path: "/v1/projects/{projectID}/function-versions",
    permission: "read",
    tag: "Subscriptions",
    summary: "List versions of functions",
    description:
      "Each function that was saved in a subscription's `function`, or in a source's `body_function` or `header_function`, the newest first: `is_current` says which of a field is in use. Saving the same function again makes no version. A version that is no longer in use is kept for as long as a delivery may name it, also after its subscription or source was deleted. A function that was in use before versions were kept is number 1, without who saved it. The code is with each alone.",
    query: ListFunctionVersions,
    response: pageOf(FunctionVersionSummary),
    message: "Function versions fetched",
    handler: ({ ctx, query }) => listFunctionVersions(ctx, query),
  }),
  defineRoute({
    id: "getFunctionVersion",
    method: "get",
    path: "/v1/projects/{projectID}/function-versions/{functionVersionID}",
    permission: "read",
    tag: "Subscriptions",
    summary: "Retrieve a version of a function",
    description:
      "With its code. To use it again, send the code in an update of its subscription or source: it becomes a new version.",
    response: FunctionVersion,
    message: "Function version fetched",
    handler: ({ ctx, params }) => getFunctionVersion(ctx, params.functionVersionID),
  }),
];
