import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { tellReferences } from "@/lib/api/routes/reference-words";
import { checkFunctions } from "@/lib/functions/check-fields";
import { TestedFunctions, TestFunction } from "@/lib/functions/schemas";
import { createSubscription, deleteSubscription, updateSubscription } from "@/lib/nouns/subscriptions/mutations";
import { getSubscription, listSubscriptions } from "@/lib/nouns/subscriptions/queries";
import {
  CreateSubscription,
  ListSubscriptions,
  Subscription,
  UpdateSubscription,
} from "@/lib/nouns/subscriptions/schemas";
import { testFilter } from "@/lib/nouns/subscriptions/test-filter";
import { TestedFilter, TestFilter } from "@/lib/nouns/subscriptions/test-filter-schemas";
import { testFunction } from "@/lib/nouns/subscriptions/test-function";

const REFERENCES = tellReferences("subscription");

export const subscriptionRoutes = [
  defineRoute({
    id: "testFilter",
    method: "post",
    path: "/v1/projects/{projectID}/subscriptions/test-filter",
    permission: "read",
    audit: "none",
    tag: "Subscriptions",
    summary: "Try a filter",
    description:
      "Says whether a `filter_config` would take a made-up `sample`, or which of the newest `last` events (of `source_id` where given) it would have taken, as they were received: a source's functions are not run, and for a viewer headers and query fields that hold credentials are `[REDACTED]`. Nothing is stored or delivered.",
    body: TestFilter,
    opaque: ["sample.body"],
    response: TestedFilter,
    message: "Filter tried",
    handler: ({ ctx, body }) => testFilter(ctx, body),
  }),
  defineRoute({
    id: "testFunction",
    method: "post",
    path: "/v1/projects/{projectID}/subscriptions/test-function",
    permission: "administer",
    audit: "none",
    tag: "Subscriptions",
    summary: "Try a function",
    description:
      "Runs a function as it would run, on a `payload`, on one past event (`event_id`) or over the newest `last` events (of `source_id` where given), and tells for each what would be sent. Nothing is stored or delivered. `before` and `after` are the very bytes as text: what a function leaves as it is keeps its digits, and a result that equals the argument is the argument. `kind` says whose it is: a subscription's `function`, a source's `body_function` or `header_function`.",
    body: TestFunction,
    takesPayloads: "payload",
    opaque: ["payload"],
    response: TestedFunctions,
    message: "Function tried",
    handler: ({ ctx, body, services }) => testFunction(ctx, services.functions, body),
  }),
  defineRoute({
    id: "listSubscriptions",
    method: "get",
    path: "/v1/projects/{projectID}/subscriptions",
    permission: "read",
    tag: "Subscriptions",
    summary: "List subscriptions",
    query: ListSubscriptions,
    response: pageOf(Subscription),
    message: "Subscriptions fetched",
    handler: ({ ctx, query }) => listSubscriptions(ctx, query),
  }),
  defineRoute({
    id: "createSubscription",
    method: "post",
    path: "/v1/projects/{projectID}/subscriptions",
    permission: "administer",
    audit: "domain",
    tag: "Subscriptions",
    summary: "Create a subscription",
    description: `\`name\` and \`endpoint_id\` are required, in an incoming project \`source_id\` too. \`filter_config.event_types\` is \`["*"]\` unless given: exact types, \`*\`, or a dotted prefix such as \`invoice.*\`. \`filter_config.filter\` has the sections body, headers, query and path with $eq, $neq, $gt, $gte, $lt, $lte, $in, $nin, $and, $or, $not, $exist, $regex, $startsWith and $endsWith; \`is_flattened\` says that its keys are dotted paths. \`retry_config\` replaces the project's retry rule: \`duration\` is seconds, \`retry_count\` all attempts.\n\n${REFERENCES}`,
    body: CreateSubscription,
    response: Subscription,
    status: 201,
    message: "Subscription created",
    handler: async ({ ctx, body, services }) => {
      await checkFunctions(services.functions, { function: body.function });
      return createSubscription(ctx, body);
    },
  }),
  defineRoute({
    id: "getSubscription",
    method: "get",
    path: "/v1/projects/{projectID}/subscriptions/{subscriptionID}",
    permission: "read",
    tag: "Subscriptions",
    summary: "Retrieve a subscription",
    response: Subscription,
    message: "Subscription fetched",
    handler: ({ ctx, params }) => getSubscription(ctx, params.subscriptionID),
  }),
  defineRoute({
    id: "updateSubscription",
    method: "put",
    path: "/v1/projects/{projectID}/subscriptions/{subscriptionID}",
    permission: "administer",
    audit: "domain",
    tag: "Subscriptions",
    summary: "Update a subscription",
    description: `Replaces only the fields sent; \`filter_config\` is replaced as a whole. \`retry_config: null\` goes back to the project's rule.\n\n${REFERENCES}`,
    body: UpdateSubscription,
    response: Subscription,
    message: "Subscription updated",
    handler: async ({ ctx, params, body, services }) => {
      await checkFunctions(services.functions, { function: body.function });
      return updateSubscription(ctx, params.subscriptionID, body);
    },
  }),
  defineRoute({
    id: "deleteSubscription",
    method: "delete",
    path: "/v1/projects/{projectID}/subscriptions/{subscriptionID}",
    permission: "administer",
    audit: "domain",
    tag: "Subscriptions",
    summary: "Delete a subscription",
    description: "Deliveries that it made already go on.",
    response: Subscription,
    message: "Subscription deleted",
    handler: ({ ctx, params }) => deleteSubscription(ctx, params.subscriptionID),
  }),
];
