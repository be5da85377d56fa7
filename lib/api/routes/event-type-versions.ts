import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { checkChange, compareVersions, getVersion, listVersions } from "@/lib/nouns/event-types/version-queries";
import {
  CheckEventType,
  CompareEventTypeVersions,
  EventTypeComparison,
  EventTypeVersion,
  EventTypeVersionSummary,
  ListEventTypeVersions,
} from "@/lib/nouns/event-types/version-schemas";

/** The rule of `findSchemaChanges`, for who reads the reference. */
export const BREAKING_RULES =
  "Breaking is what a receiver that was written for the schema before may fail at: a field that is removed, or not always there any more, another type, null or one more value of an `enum`, a looser limit, no schema any more. Compatible is what leaves every event as receivers expect it, and a new field, because receivers ignore those that they do not know. That is forward compatibility as Confluent's Schema Registry names it, with removed fields always breaking. A rule that cannot be compared, such as `not`, is breaking when it changes.";

export const eventTypeVersionRoutes = [
  defineRoute({
    id: "checkEventType",
    method: "post",
    path: "/v1/projects/{projectID}/event-types/check",
    permission: "read",
    audit: "none",
    tag: "Event types",
    summary: "Ask whether a schema would break receivers",
    description: `What saving this schema would change for receivers of the event type of this name: for your CI. Nothing is stored. \`from\` is the number of the present version; null, without changes, if there is no type of this name. ${BREAKING_RULES}`,
    body: CheckEventType,
    response: EventTypeComparison,
    message: "Schema compared with the present one",
    handler: ({ ctx, body }) => checkChange(ctx, body),
  }),
  defineRoute({
    id: "listEventTypeVersions",
    method: "get",
    path: "/v1/projects/{projectID}/event-types/{eventTypeID}/versions",
    permission: "read",
    tag: "Event types",
    summary: "List versions of an event type",
    description:
      "The latest 100, the newest first. A type that was defined before versions were kept begins with number 1, without who saved it.",
    query: ListEventTypeVersions,
    response: pageOf(EventTypeVersionSummary),
    message: "Versions fetched",
    handler: ({ ctx, params, query }) => listVersions(ctx, params.eventTypeID, query),
  }),
  defineRoute({
    id: "getEventTypeVersion",
    method: "get",
    path: "/v1/projects/{projectID}/event-types/{eventTypeID}/versions/{eventTypeVersionID}",
    permission: "read",
    tag: "Event types",
    summary: "Retrieve a version of an event type",
    description: "With its schema, example and description, and with what changed against the version before.",
    response: EventTypeVersion,
    message: "Version fetched",
    handler: ({ ctx, params }) => getVersion(ctx, params.eventTypeID, params.eventTypeVersionID),
  }),
  defineRoute({
    id: "compareEventTypeVersions",
    method: "get",
    path: "/v1/projects/{projectID}/event-types/{eventTypeID}/changes",
    permission: "read",
    tag: "Event types",
    summary: "Compare two versions of an event type",
    description: `What changed from one version to another, as statements. ${BREAKING_RULES}`,
    query: CompareEventTypeVersions,
    response: EventTypeComparison,
    message: "Versions compared",
    handler: ({ ctx, params, query }) => compareVersions(ctx, params.eventTypeID, query),
  }),
];
