import { z } from "zod";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { dateRange, paging, QueryIds, queryValue, refineDateRange } from "@/lib/wire/list-query";

/** Raised when a subscription's attempts failed as often as its `alert_config` says. */
export const Alert = z.object({
  uid: Uid,
  project_id: Uid,
  subscription_id: Uid,
  endpoint_id: Uid.nullable(),
  failures: z.int().describe("Failed attempts within the window when it was raised"),
  threshold_seconds: z.int().describe("The window, in seconds"),
  message: z.string().describe("What happened, in a sentence"),
  acknowledged_at: Timestamp,
  created_at: Timestamp,
});
export type Alert = z.infer<typeof Alert>;

export const ListAlerts = z
  .object({
    ...paging,
    ...dateRange,
    subscriptionId: QueryIds.describe("Of any of these subscriptions"),
    endpointId: QueryIds.describe("About any of these endpoints"),
    acknowledged: queryValue(z.enum(["true", "false"], "Choose true or false.").optional()).describe(
      "true: only those that somebody has seen; false: only those that nobody has",
    ),
  })
  .superRefine(refineDateRange);
export type ListAlerts = z.infer<typeof ListAlerts>;
