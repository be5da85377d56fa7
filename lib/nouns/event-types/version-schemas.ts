import { z } from "zod";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { paging, queryValue } from "@/lib/wire/list-query";

export const EventTypeChange = z.object({
  path: z.string().describe("Where in the event: `data.lines[].sku`; or `description` or `example` of the type"),
  message: z.string(),
  is_breaking: z.boolean().describe("A receiver that was written for the version before may fail"),
});
export type EventTypeChange = z.infer<typeof EventTypeChange>;

/** A version without its content. */
export const EventTypeVersionSummary = z.object({
  uid: Uid,
  event_type_id: Uid,
  number: z.int().describe("Counts the versions of an event type from 1"),
  is_current: z.boolean(),
  is_breaking: z.boolean().describe("Against the version before"),
  note: z.string(),
  saved_by: z.string().nullable().describe("null of what was in use before versions were kept"),
  saved_at: Timestamp.describe("null of what was in use before versions were kept"),
});
export type EventTypeVersionSummary = z.infer<typeof EventTypeVersionSummary>;

export const EventTypeVersion = EventTypeVersionSummary.extend({
  description: z.string(),
  json_schema: z.record(z.string(), z.unknown()).nullable(),
  example: z.unknown(),
  changes: z.array(EventTypeChange).describe("Against the version before, as they were told when it was saved"),
});
export type EventTypeVersion = z.infer<typeof EventTypeVersion>;

export const ListEventTypeVersions = z.object({ ...paging });
export type ListEventTypeVersions = z.infer<typeof ListEventTypeVersions>;

const VersionNumber = queryValue(
  z.coerce.number("Give a number.").int("Give a whole number.").min(1, "1 or more.").optional(),
);

export const CompareEventTypeVersions = z.object({
  from: VersionNumber.describe("The number of the earlier version; the one before `to` unless given"),
  to: VersionNumber.describe("The number of the later version; the present one unless given"),
});
export type CompareEventTypeVersions = z.infer<typeof CompareEventTypeVersions>;

export const EventTypeComparison = z.object({
  from: z.int().nullable(),
  to: z.int().nullable(),
  is_breaking: z.boolean(),
  changes: z.array(EventTypeChange).describe("The breaking ones first; at most 100"),
});
export type EventTypeComparison = z.infer<typeof EventTypeComparison>;

export const CheckEventType = z.strictObject({
  name: z.string().max(200),
  json_schema: z.record(z.string(), z.unknown()).nullable(),
});
export type CheckEventType = z.infer<typeof CheckEventType>;
