import { z } from "zod";
import { ALERT_ROUTE_TYPES } from "@/lib/kernel/alerting-words";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { OPSGENIE_URL, PAGERDUTY_URL } from "@/lib/nouns/alert-routes/service-addresses";
import { HttpUrl } from "@/lib/wire/fields";

/** The address of a chat lets whoever has it write there. `[REDACTED]` keeps the stored one. */
const ChatUrl = HttpUrl.or(z.literal(REDACTED));

const Email = z.strictObject({
  type: z.literal("email"),
  to: z.array(z.email("Give an e-mail address.").max(320)).min(1, "Give at least one address.").max(20, "At most 20."),
});
const Slack = z.strictObject({
  type: z.literal("slack"),
  webhook_url: ChatUrl.describe(
    "An incoming webhook's address, of Slack or of a chat that understands the same, as Mattermost",
  ),
});
const MicrosoftTeams = z.strictObject({
  type: z.literal("microsoft_teams"),
  webhook_url: ChatUrl.describe(
    "The address of a workflow of Microsoft Teams that posts to a channel when a webhook arrives",
  ),
});
const Discord = z.strictObject({
  type: z.literal("discord"),
  webhook_url: ChatUrl.describe("A channel's webhook address"),
});
const PagerDuty = z.strictObject({
  type: z.literal("pagerduty"),
  routing_key: z.string().min(1, "Give the integration key of a service.").max(200),
  url: HttpUrl.default(PAGERDUTY_URL).describe("The Events API v2; in the EU its own address"),
});
const Opsgenie = z.strictObject({
  type: z.literal("opsgenie"),
  genie_key: z.string().min(1, "Give the key of an API integration.").max(200),
  url: HttpUrl.default(OPSGENIE_URL).describe("The API; in the EU https://api.eu.opsgenie.com"),
});
const Webhook = z.strictObject({
  type: z.literal("webhook"),
  url: HttpUrl.describe("Gets a POST with JSON, signed as Standard Webhooks has it"),
  secret: z
    .string()
    .max(500)
    .refine(isSecret, "A secret is whsec_ and base64. Leave it out to have one made.")
    .optional()
    .describe("Signs each message; made when it is left out, and shown in that answer only"),
});

/** Where messages go, by type. Addresses of chats and keys are credentials. */
export const RouteSettings = z.discriminatedUnion(
  "type",
  [Email, Slack, MicrosoftTeams, Discord, PagerDuty, Opsgenie, Webhook],
  `Choose one of ${ALERT_ROUTE_TYPES.join(", ")}.`,
);
export type RouteSettings = z.infer<typeof RouteSettings>;

function isSecret(text: string): boolean {
  return text === REDACTED || /^whsec_[A-Za-z0-9+/]{4,}={0,2}$/.test(text);
}

/** The settings as they were stored. Throws if they were encrypted with another key. */
export function openSettings(sealed: string, box: SecretBox): RouteSettings {
  return JSON.parse(box.open(sealed)) as RouteSettings;
}
