import { z } from "zod";
import { ALERT_ROUTE_TYPES, ALERT_RULE_KINDS } from "@/lib/kernel/alerting-words";
import { RouteSettings } from "@/lib/nouns/alert-routes/settings";
import { Name, Timestamp, Uid } from "@/lib/wire/fields";

const Kinds = z
  .array(z.enum(ALERT_RULE_KINDS, `Choose of ${ALERT_RULE_KINDS.join(", ")}.`))
  .min(1, "Name at least one rule, or null for all.")
  .nullable()
  .describe("The rules of which it is told; null for all, also those that come with later versions");

const PauseSeconds = z
  .int()
  .min(0, "0 or more.")
  .max(86_400, "At most 86,400 seconds.")
  .describe("So long after a message there is none; what is still true then is told then, in one");

export const AlertRoute = z.object({
  uid: Uid,
  name: z.string(),
  type: z.enum(ALERT_ROUTE_TYPES),
  settings: z.looseObject({ type: z.enum(ALERT_ROUTE_TYPES) }).describe("Where it leads; credentials are [REDACTED]"),
  kinds: z.array(z.enum(ALERT_RULE_KINDS)).nullable().describe("The rules of which it is told; null for all"),
  pause_seconds: z.int(),
  is_enabled: z.boolean(),
  last_message_at: Timestamp,
  created_at: z.string(),
  updated_at: z.string(),
});
export type AlertRoute = z.infer<typeof AlertRoute>;

export const CreatedAlertRoute = AlertRoute.extend({
  secret: z.string().nullable().describe("The secret of a webhook whose secret was made; shown here only"),
});
export type CreatedAlertRoute = z.infer<typeof CreatedAlertRoute>;

export const CreateAlertRoute = z.strictObject({
  name: Name,
  settings: RouteSettings,
  kinds: Kinds.default(null),
  pause_seconds: PauseSeconds.default(60),
  is_enabled: z.boolean().default(true),
});
export type CreateAlertRoute = z.output<typeof CreateAlertRoute>;

export const UpdateAlertRoute = z.strictObject({
  name: Name.optional(),
  settings: RouteSettings.optional().describe("Replaced as a whole; [REDACTED] keeps a stored credential"),
  kinds: Kinds.optional(),
  pause_seconds: PauseSeconds.optional(),
  is_enabled: z.boolean().optional(),
});
export type UpdateAlertRoute = z.output<typeof UpdateAlertRoute>;

export const AlertRouteTest = z.object({
  is_delivered: z.boolean(),
  error: z.string().nullable().describe("What went wrong, in a sentence"),
  duration_ms: z.int(),
});
export type AlertRouteTest = z.infer<typeof AlertRouteTest>;
