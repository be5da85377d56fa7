import { z } from "zod";
import { referenceAnswer, referenceFields } from "@/lib/kernel/references";
import { EventType as EventTypeText, Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryText, queryValue } from "@/lib/wire/list-query";
import { referenceFilters } from "@/lib/wire/reference-query";

const TypeName = EventTypeText.refine((name) => !name.includes("*"), "Name one type: * stands for many.");
const Description = z.string().max(2_000, "Use at most 2,000 characters.");
const Category = z.string().trim().max(200, "Use at most 200 characters.");
const SchemaObject = z.record(z.string(), z.unknown());

export const EventType = z.object({
  uid: Uid,
  project_id: Uid,
  name: z.string().describe("What `event_type` of its events is; once in a project"),
  description: z.string(),
  category: z.string(),
  json_schema: SchemaObject.nullable(),
  example: z.unknown(),
  version: z.int(),
  is_public: z.boolean(),
  is_deprecated: z.boolean(),
  deprecated_at: Timestamp,
  ...referenceAnswer,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type EventType = z.infer<typeof EventType>;

const JsonSchemaField = SchemaObject.nullable().describe(
  "JSON Schema, draft 2020-12, that `data` of its events must match; null for any",
);

export const CreateEventType = z.strictObject({
  name: TypeName,
  description: Description.optional(),
  category: Category.optional(),
  json_schema: JsonSchemaField.optional(),
  ...referenceFields,
  example: z.unknown().optional(),
  is_public: z.boolean().optional(),
});
export type CreateEventType = z.infer<typeof CreateEventType>;

export const UpdateEventType = z.strictObject({
  description: Description.optional(),
  category: Category.optional(),
  json_schema: JsonSchemaField.optional(),
  example: z.unknown().optional(),
  is_public: z.boolean().optional(),
  is_deprecated: z
    .boolean()
    .optional()
    .describe("Its events are still taken; it is only shown as not to be used any more"),
  ...referenceFields,
  note: z.string().trim().max(500, "Use at most 500 characters.").optional(),
  accept_breaking_changes: z.boolean().optional(),
});
export type UpdateEventType = z.infer<typeof UpdateEventType>;

export const ListEventTypes = z.object({
  ...paging,
  q: QueryText.describe("Part of the name or description, in any case"),
  category: QueryText.describe("The category, exactly"),
  is_deprecated: queryValue(z.enum(["true", "false"], "Choose true or false.").optional()).describe(
    "Only the deprecated ones, or only the others",
  ),
  ...referenceFilters,
  is_public: queryValue(z.enum(["true", "false"], "Choose true or false.").optional()).describe(
    "Only those that the catalogue shows, or only the others",
  ),
});
export type ListEventTypes = z.infer<typeof ListEventTypes>;

export const ImportEventTypes = z.strictObject({
  document: SchemaObject.describe("An OpenAPI 3.1 document as JSON"),
  from: z
    .enum(["webhooks", "schemas"], "Choose webhooks or schemas.")
    .optional()
    .describe("Take `webhooks`, or each of `components.schemas`; webhooks unless the document has none"),
  dry_run: z.boolean().optional().describe("Tells what would become of each type, and changes nothing"),
  accept_breaking_changes: z.boolean().optional(),
});
export type ImportEventTypes = z.infer<typeof ImportEventTypes>;

export const ImportedEventTypes = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  results: z
    .array(
      z.object({
        name: z.string(),
        result: z.enum(["created", "updated", "unchanged", "refused"]),
        message: z.string().describe("Why it was refused, or what of it is left out; empty otherwise"),
        changes: z.array(z.string()).describe("The fields of an updated type that differ"),
        breaking_changes: z.array(z.string()).describe("What of its payload would break receivers"),
      }),
    )
    .describe("In the order of the document"),
});
export type ImportedEventTypes = z.infer<typeof ImportedEventTypes>;

export const TestEventTypeSchema = z.strictObject({
  json_schema: SchemaObject.describe("As an event type would have it"),
  data: z.unknown().refine((data) => data !== undefined, "Give the payload: any JSON value."),
});
export type TestEventTypeSchema = z.infer<typeof TestEventTypeSchema>;

export const TestedEventTypeSchema = z.object({
  matches: z.boolean(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe("What is wrong, by path below `data`; empty when it matches"),
});
export type TestedEventTypeSchema = z.infer<typeof TestedEventTypeSchema>;

export const PublishEventTypes = z.strictObject({ is_public: z.boolean() });
export type PublishEventTypes = z.infer<typeof PublishEventTypes>;

export const PublishedEventTypes = z.object({ changed: z.int() });
export type PublishedEventTypes = z.infer<typeof PublishedEventTypes>;
