import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { BREAKING_RULES } from "@/lib/api/routes/event-type-versions";
import { tellReferences } from "@/lib/api/routes/reference-words";
import type { ApiServices } from "@/lib/api/services";
import type { ProjectContext } from "@/lib/db/context";
import { importEventTypes } from "@/lib/nouns/event-types/import-types";
import { createEventType, deleteEventType, updateEventType } from "@/lib/nouns/event-types/mutations";
import { publishEventTypes } from "@/lib/nouns/event-types/publish";
import { getEventType, listEventTypes } from "@/lib/nouns/event-types/queries";
import {
  CreateEventType,
  EventType,
  ImportEventTypes,
  ImportedEventTypes,
  ListEventTypes,
  PublishEventTypes,
  PublishedEventTypes,
  TestEventTypeSchema,
  TestedEventTypeSchema,
  UpdateEventType,
} from "@/lib/nouns/event-types/schemas";
import { testSchema } from "@/lib/nouns/event-types/test-schema";

const REFERENCES = tellReferences("event type");

const SCHEMA_RULES =
  "`json_schema` is of draft 2020-12, at most 64 KiB and 2,000 subschemas with each `$ref` followed; references stay inside it and do not recur, patterns are of RE2, `format` refuses nothing.";
const EXAMPLE =
  "`example` is a payload for people to look at, any JSON but null of at most 64 KiB, and must match the schema; null for none. `is_public` shows the type in the project's catalogue once that is switched on, from its present version on: nothing of earlier ones is shown.";
const VERSIONS =
  "Another schema, example or description makes a new version of the type, with `note` as its reason; saving the same makes none. The latest 100 versions are kept.";

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
    description: `With a \`json_schema\`, events of this type that are created by API are refused with 422 and the paths of what is wrong (\`data.…\`) unless their \`data\` matches, from the next request on and within seconds on other copies. What sources receive is not refused by it. ${SCHEMA_RULES} ${EXAMPLE}\n\n${REFERENCES}`,
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
      "Takes the `webhooks` of an OpenAPI 3.1 document, each with the schema of its JSON request, its description and its first tag as the category; or each of `components.schemas`. The example of the request, or the first of the schema's, comes with it if it matches. New types are created, known names updated, others left alone; `results` tells of each, the refused ones too. A type whose new schema would break receivers is refused with its `breaking_changes`, unless you send `accept_breaking_changes`. With `dry_run` it only tells: that is what CI may ask of a whole document.",
    body: ImportEventTypes,
    response: ImportedEventTypes,
    message: "Event types imported",
    errors: ["conflict"],
    handler: ({ ctx, body, services }) => afterwards(ctx, services, importEventTypes(ctx, body)),
  }),
  defineRoute({
    id: "publishEventTypes",
    method: "post",
    path: "/v1/projects/{projectID}/event-types/publish",
    permission: "administer",
    audit: "domain",
    tag: "Event types",
    summary: "Show all event types in the catalogue, or none",
    description:
      "Sets `is_public` of every event type of the project. Those that are so already stay as they are; a type that becomes public is shown from its present version on.",
    body: PublishEventTypes,
    response: PublishedEventTypes,
    message: "Event types published or hidden",
    handler: ({ ctx, body }) => publishEventTypes(ctx, body),
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
    description: `Replaces only the fields sent, the schema and the example as a whole; the name stays. \`is_deprecated\` marks it as not to be used any more, and its events are still taken. A schema that would break receivers of the present one is refused with 409 \`breaking_change\`, each reason in \`fields\`, unless you send \`accept_breaking_changes: true\`. ${BREAKING_RULES} ${VERSIONS} ${EXAMPLE} ${SCHEMA_RULES}\n\n${REFERENCES}`,
    body: UpdateEventType,
    response: EventType,
    message: "Event type updated",
    errors: ["breaking_change"],
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
    description: "Events of its name are taken unseen from then on; those of the past stay. Its versions go with it.",
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
