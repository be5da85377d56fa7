import { z } from "zod";
import { defineRoute } from "@/lib/api/route";
import { countView } from "@/lib/nouns/views/count";
import { createView, deleteView, updateView } from "@/lib/nouns/views/mutations";
import { getView, listViews } from "@/lib/nouns/views/queries";
import { CreateView, ListViews, UpdateView, View, ViewCount } from "@/lib/nouns/views/schemas";

const WHO =
  "Any role may save, change and delete views of their own; a shared one needs the role operator. An API key has none of its own, so `is_shared` must be true for it.";
const CONTENT =
  "`query` is checked as the list checks its parameters. A name is used once among the shared views of a list, and once among a person's own, in any case. A project has at most 50 shared views, a person 50 in each project.";

export const viewRoutes = [
  defineRoute({
    id: "listViews",
    method: "get",
    path: "/v1/projects/{projectID}/views",
    permission: "read",
    tag: "Views",
    summary: "List views",
    description: "The shared ones and the caller's own, by name.",
    query: ListViews,
    response: z.array(View),
    message: "Views fetched",
    handler: ({ ctx, query }) => listViews(ctx, query),
  }),
  defineRoute({
    id: "createView",
    method: "post",
    path: "/v1/projects/{projectID}/views",
    permission: "read",
    audit: "domain",
    tag: "Views",
    summary: "Save a view",
    description: `${WHO} ${CONTENT}`,
    body: CreateView,
    response: View,
    status: 201,
    message: "View saved",
    errors: ["forbidden", "duplicate", "conflict"],
    handler: ({ ctx, body }) => createView(ctx, body),
  }),
  defineRoute({
    id: "getView",
    method: "get",
    path: "/v1/projects/{projectID}/views/{viewID}",
    permission: "read",
    tag: "Views",
    summary: "Retrieve a view",
    description: "Another person's own view is not found.",
    response: View,
    message: "View fetched",
    handler: ({ ctx, params }) => getView(ctx, params.viewID),
  }),
  defineRoute({
    id: "countView",
    method: "get",
    path: "/v1/projects/{projectID}/views/{viewID}/count",
    permission: "read",
    tag: "Views",
    summary: "Count what a view finds",
    description:
      "How many its list finds now on all pages; up to 1,000, beyond which `is_more` is true. `count` is null where payloads would have to be searched, and `reason` says so.",
    response: ViewCount,
    message: "View counted",
    handler: ({ ctx, params }) => countView(ctx, params.viewID),
  }),
  defineRoute({
    id: "updateView",
    method: "put",
    path: "/v1/projects/{projectID}/views/{viewID}",
    permission: "read",
    audit: "domain",
    tag: "Views",
    summary: "Update a view",
    description: `Replaces only the fields sent, \`query\` and \`columns\` as a whole; the list stays. A shared view that is no longer to be shared becomes the caller's own. ${WHO} ${CONTENT}`,
    body: UpdateView,
    response: View,
    message: "View updated",
    errors: ["forbidden", "duplicate", "conflict"],
    handler: ({ ctx, params, body }) => updateView(ctx, params.viewID, body),
  }),
  defineRoute({
    id: "deleteView",
    method: "delete",
    path: "/v1/projects/{projectID}/views/{viewID}",
    permission: "read",
    audit: "domain",
    tag: "Views",
    summary: "Delete a view",
    description: `Nothing of what it found is changed. ${WHO}`,
    response: View,
    message: "View deleted",
    errors: ["forbidden"],
    handler: ({ ctx, params }) => deleteView(ctx, params.viewID),
  }),
];
