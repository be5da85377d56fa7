/** Where the messages of alert rules go. */
export const ALERT_ROUTE_TYPES = [
  "email",
  "slack",
  "microsoft_teams",
  "discord",
  "pagerduty",
  "opsgenie",
  "webhook",
] as const;
export type AlertRouteType = (typeof ALERT_ROUTE_TYPES)[number];

/** How a notification goes: to the chat or the address of an endpoint, or along an alert route. */
export const NOTIFICATION_CHANNELS = ["chat", ...ALERT_ROUTE_TYPES] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export const NOTIFICATION_STATUSES = ["waiting", "sent", "failed"] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** What alert rules look for; `lib/nouns/alert-rules/rules.ts` says what each means. */
export const ALERT_RULE_KINDS = [
  "source_down",
  "slot_filling",
  "endpoint_disabled",
  "breaker_open",
  "deliveries_failed",
  "oldest_waiting",
  "failure_share",
  "certificate_expiring",
  "receiver_certificate_expiring",
  "installation_critical",
  "installation_warning",
  "export_stuck",
  "ledger_unbalanced",
] as const;
export type AlertRuleKind = (typeof ALERT_RULE_KINDS)[number];

export const PROBLEM_LEVELS = ["warning", "critical"] as const;
export type ProblemLevel = (typeof PROBLEM_LEVELS)[number];

export const PROBLEM_STATUSES = ["open", "over"] as const;

/** What may be in trouble. */
export const PROBLEM_SUBJECTS = ["source", "endpoint", "installation"] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];
