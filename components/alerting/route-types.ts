import type { AlertRouteType } from "@/lib/kernel/vocabulary";

/** What a person reads of each type of route. */
export const ROUTE_TYPE_NAMES: Record<AlertRouteType, string> = {
  email: "E-mail",
  slack: "Slack",
  microsoft_teams: "Microsoft Teams",
  discord: "Discord",
  pagerduty: "PagerDuty",
  opsgenie: "Opsgenie",
  webhook: "Webhook",
};
