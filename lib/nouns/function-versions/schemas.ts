import { z } from "zod";
import { FUNCTION_FIELDS } from "@/lib/kernel/vocabulary";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryIds, queryValue } from "@/lib/wire/list-query";

/** A version of a function without its code. */
export const FunctionVersionSummary = z.object({
  uid: Uid,
  subscription_id: Uid.nullable().describe("Whose `function` it is; null of a source's"),
  source_id: Uid.nullable().describe("Whose `body_function` or `header_function` it is; null of a subscription's"),
  field: z.enum(FUNCTION_FIELDS),
  number: z.int().describe("Counts the versions of this field from 1"),
  is_current: z.boolean().describe("It runs over the events that come now"),
  saved_by: z
    .string()
    .nullable()
    .describe("Who saved it; null of a function that was in use before versions were kept"),
  saved_at: Timestamp.describe("When it was saved; null of a function that was in use before versions were kept"),
  replaced_at: Timestamp.describe("When another function, or none, took its place; null of the current one"),
});
export type FunctionVersionSummary = z.infer<typeof FunctionVersionSummary>;

export const FunctionVersion = FunctionVersionSummary.extend({ code: z.string().describe("The JavaScript as saved") });
export type FunctionVersion = z.infer<typeof FunctionVersion>;

export const ListFunctionVersions = z.object({
  ...paging,
  subscriptionId: QueryIds.describe("Of any of these subscriptions"),
  sourceId: QueryIds.describe("Of any of these sources; with `subscriptionId` of either"),
  field: queryValue(z.enum(FUNCTION_FIELDS, `Choose one of ${FUNCTION_FIELDS.join(", ")}.`).optional()).describe(
    "Of this field only",
  ),
});
export type ListFunctionVersions = z.infer<typeof ListFunctionVersions>;
