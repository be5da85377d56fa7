import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { ResendQuery } from "@/lib/nouns/deliveries/schemas";
import { getMetaEvent, listMetaEvents } from "@/lib/nouns/meta-events/queries";
import { resendMetaEvent } from "@/lib/nouns/meta-events/resend";
import { ListMetaEvents, MetaEvent } from "@/lib/nouns/meta-events/schemas";

export const metaEventRoutes = [
  defineRoute({
    id: "listMetaEvents",
    method: "get",
    path: "/v1/projects/{projectID}/meta-events",
    permission: "read",
    tag: "Meta events",
    summary: "List meta events",
    description: "They are recorded while `settings.meta_event.is_enabled` of the project is set.",
    query: ListMetaEvents,
    response: pageOf(MetaEvent),
    message: "Meta events fetched",
    handler: ({ ctx, query }) => listMetaEvents(ctx, query),
  }),
  defineRoute({
    id: "getMetaEvent",
    method: "get",
    path: "/v1/projects/{projectID}/meta-events/{metaEventID}",
    permission: "read",
    tag: "Meta events",
    summary: "Retrieve a meta event",
    description:
      "`metadata.raw` is what is sent: `{event_type, data}`, without credentials. `attempt` is the last attempt.",
    response: MetaEvent,
    message: "Meta event fetched",
    handler: ({ ctx, params }) => getMetaEvent(ctx, params.metaEventID),
  }),
  defineRoute({
    id: "resendMetaEvent",
    method: "put",
    path: "/v1/projects/{projectID}/meta-events/{metaEventID}/resend",
    permission: "operate",
    audit: "domain",
    tag: "Meta events",
    summary: "Resend a meta event",
    description: "By the rules of resending an event delivery.",
    query: ResendQuery,
    response: MetaEvent,
    message: "Meta event resent",
    errors: ["conflict"],
    async handler({ ctx, params, query }) {
      await resendMetaEvent(ctx, params.metaEventID, { force: query.force === "true" });
      return getMetaEvent(ctx, params.metaEventID);
    },
  }),
];
