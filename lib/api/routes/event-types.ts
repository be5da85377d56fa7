import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { tellReferences } from "@/lib/api/routes/reference-words";
import type { ApiServices } from "@/lib/api/services";
import type { ProjectContext } from "@/lib/db/context";
import { importEventTypes } from "@/lib/nouns/event-types/import-types";
import { createEventType, deleteEventType, updateEventType } from "@/lib/nouns/event-types/mutations";
import { getEventType, listEventTypes } from "@/lib/nouns/event-types/queries";
import {
  CreateEventType,
  EventType,
  ImportEventTypes,
  ImportedEventTypes,
  ListEventTypes,
  TestEventTypeSchema,
  TestedEventTypeSchema,
  UpdateEventType,
} from "@/lib/nouns/event-types/schemas";
import { testSchema } from "@/lib/nouns/event-types/test-schema";

const REFERENCES = tellReferences("event type");

const SCHEMA_RULES =
  "`json_schema` is of draft 2020-12, at most 64 KiB and 2,000 subschemas with each `$ref` followed; references stay inside it and do not recur, patterns are of RE2, `format` refuses nothing.";

export const eventTypeRoutes = [
  defineRoute({
    id: "listEventTypes",
    method: "get",
    path: "/v1/projects/{projectID}/event-types",
    permission: "read",
    tag: "Event types",
    summary: "List event types",
    query: ListEventTypes,
    response: pageOf(EventType),
    message: "Event types fetched",
    handler: ({ ctx, query }) => listEventTypes(ctx, query),
  }),
  defineRoute({
    id: "createEventType",
    method: "post",
    path: "/v1/projects/{projectID}/event-types",
    permission: "administer",
    audit: "domain",
    tag: "Event types",
    summary: "Create an event type",
    description: `With a \`json_schema\`, events of this type that are created by API are refused with 422 and the paths of what is wrong (\`data.…\`) unless their \`data\` matches, from the next request on and within seconds on other copies. What sources receive is not refused by it. ${SCHEMA_RULES}\n\n${REFERENCES}`,
    body: CreateEventType,
    response: EventType,
    status: 201,
    message: "Event type created",
    errors: ["duplicate", "conflict"],
    handler: ({ ctx, body, services }) => afterwards(ctx, services, createEventType(ctx, body)),
  }),
  defineRoute({
    id: "importEventTypes",
    method: "post",
    path: "/v1/projects/{projectID}/event-types/import",
    permission: "administer",
    audit: "domain",
    tag: "Event types",
    summary: "Import event types from OpenAPI",
    description:
      "Takes the `webhooks` of an OpenAPI 3.1 document, each with the schema of its JSON request, its description and its first tag as the category; or each of `components.schemas`. New types are created, known names updated, others left alone; `results` tells of each, the refused ones too. With `dry_run` it only tells.",
    body: ImportEventTypes,
    response: ImportedEventTypes,
    message: "Event types imported",
    errors: ["conflict"],
    handler: ({ ctx, body, services }) => afterwards(ctx, services, importEventTypes(ctx, body)),
  }),
  defineRoute({
    id: "testEventTypeSchema",
    method: "post",
    path: "/v1/projects/{projectID}/event-types/test",
    permission: "operate",
    audit: "none",
    tag: "Event types",
    summary: "Try a payload against a JSON Schema",
    description: `What creating an event with this payload would be told if its type had this schema. Nothing is stored. ${SCHEMA_RULES}`,
    body: TestEventTypeSchema,
    response: TestedEventTypeSchema,
    message: "Payload validated against the schema",
    handler: async ({ body }) => testSchema(body),
  }),
  defineRoute({
    id: "getEventType",
    method: "get",
    path: "/v1/projects/{projectID}/event-types/{eventTypeID}",
    permission: "read",
    tag: "Event types",
    summary: "Retrieve an event type",
    response: EventType,
    message: "Event type fetched",
    handler: ({ ctx, params }) => getEventType(ctx, params.eventTypeID),
  }),
  defineRoute({
    id: "updateEventType",
    method: "put",
    path: "/v1/projects/{projectID}/event-types/{eventTypeID}",
    permission: "administer",
    audit: "domain",
    tag: "Event types",
    summary: "Update or deprecate an event type",
    description: `Replaces only the fields sent, the schema as a whole; the name stays. \`is_deprecated\` marks it as not to be used any more, and its events are still taken. ${SCHEMA_RULES}\n\n${REFERENCES}`,
    body: UpdateEventType,
    response: EventType,
    message: "Event type updated",
    handler: ({ ctx, params, body, services }) =>
      afterwards(ctx, services, updateEventType(ctx, params.eventTypeID, body)),
  }),
  defineRoute({
    id: "deleteEventType",
    method: "delete",
    path: "/v1/projects/{projectID}/event-types/{eventTypeID}",
    permission: "administer",
    audit: "domain",
    tag: "Event types",
    summary: "Delete an event type",
    description: "Events of its name are taken unseen from then on; those of the past stay.",
    response: EventType,
    message: "Event type deleted",
    handler: ({ ctx, params, services }) => afterwards(ctx, services, deleteEventType(ctx, params.eventTypeID)),
  }),
];

/** Makes this copy validate the next event against the new schema, without waiting for the database's notification. */
async function afterwards<T>(ctx: ProjectContext, { snapshots }: ApiServices, change: Promise<T>): Promise<T> {
  const changed = await change;
  snapshots.forget(ctx.projectId);
  return changed;
}
