import { INSTALLATION } from "@/lib/kernel/installation";
import type { AlertRuleKind, ProblemLevel } from "@/lib/kernel/vocabulary";

/** What a rule's threshold counts. */
export type ThresholdUnit = "seconds" | "percent" | "deliveries" | "megabytes" | "days";

export type AlertRule = {
  readonly scope: "project" | "installation";
  readonly level: ProblemLevel;
  /** What a person reads. */
  readonly name: string;
  readonly description: string;
  /** Null for a rule that has nothing to set. */
  readonly threshold: { readonly unit: ThresholdUnit; usual: number; min: number; max: number } | null;
};

/** The seconds over which a rate counts attempts, and the number of attempts below which it tells nothing. */
export const WINDOW_SECONDS = 900;
export const FEWEST_ATTEMPTS = 20;

const DAY_SECONDS = 86_400;

/** Every rule; a rule without a row of its own is on, with its usual threshold. */
export const ALERT_RULES: Readonly<Record<AlertRuleKind, AlertRule>> = {
  source_down: {
    scope: "project",
    level: "critical",
    name: "A source cannot be read",
    description: "A broker, an API or a database that Hookyard reads itself is out of reach for so long.",
    threshold: { unit: "seconds", usual: 30, min: 0, max: DAY_SECONDS },
  },
  slot_filling: {
    scope: "project",
    level: "critical",
    name: "A followed database keeps its log",
    description: "The replication slot of a source keeps so much of the log that the disk of that database may fill.",
    threshold: { unit: "megabytes", usual: 1_024, min: 1, max: 10_000_000 },
  },
  endpoint_disabled: {
    scope: "project",
    level: "critical",
    name: "An endpoint was disabled",
    description: "It answered 410 Gone, and what comes for it is discarded until somebody activates it.",
    threshold: null,
  },
  breaker_open: {
    scope: "project",
    level: "critical",
    name: "A circuit breaker is open",
    description: "An endpoint failed again and again; its deliveries are held for so long.",
    threshold: { unit: "seconds", usual: 0, min: 0, max: DAY_SECONDS },
  },
  deliveries_failed: {
    scope: "project",
    level: "critical",
    name: "Deliveries failed for good",
    description: "So many deliveries to an endpoint used up their attempts within 15 minutes.",
    threshold: { unit: "deliveries", usual: 1, min: 1, max: 10_000_000 },
  },
  oldest_waiting: {
    scope: "project",
    level: "warning",
    name: "A delivery waits for long",
    description: "The oldest delivery to an endpoint that is not paused waits for so long.",
    threshold: { unit: "seconds", usual: 900, min: 10, max: 30 * DAY_SECONDS },
  },
  failure_share: {
    scope: "project",
    level: "warning",
    name: "Many attempts fail",
    description: `So much of the attempts at an endpoint within 15 minutes failed, of ${FEWEST_ATTEMPTS} at least.`,
    threshold: { unit: "percent", usual: 50, min: 1, max: 100 },
  },
  certificate_expiring: {
    scope: "project",
    level: "warning",
    name: "A client certificate ends",
    description: "A certificate that an endpoint's requests are made with ends within so many days.",
    threshold: { unit: "days", usual: 14, min: 1, max: 365 },
  },
  receiver_certificate_expiring: {
    scope: "project",
    level: "warning",
    name: "A receiver's certificate ends",
    description: "The certificate that the server of an endpoint presents ends within so many days.",
    threshold: { unit: "days", usual: 14, min: 1, max: 365 },
  },
  installation_critical: {
    scope: "installation",
    level: "critical",
    name: "The installation does not work",
    description:
      "What Installation › Health calls critical: no copy that delivers, no free connections, very late deliveries.",
    threshold: { unit: "seconds", usual: 15, min: 0, max: DAY_SECONDS },
  },
  installation_warning: {
    scope: "installation",
    level: "warning",
    name: "The installation is not well",
    description: "What Installation › Health warns of for so long: a silent copy, long transactions, slow claims.",
    threshold: { unit: "seconds", usual: 120, min: 0, max: DAY_SECONDS },
  },
  export_stuck: {
    scope: "installation",
    level: "critical",
    name: "Days cannot be exported",
    description: "A day past its retention stays, because it cannot be written to where days are exported.",
    threshold: null,
  },
  // Whoever runs the installation is told, not the project: its people can do nothing about rows that are lost.
  ledger_unbalanced: {
    scope: "installation",
    level: "critical",
    name: "A ledger does not balance",
    description:
      "So many deliveries of a project are neither delivered, waiting, failed nor discarded, or twice of these.",
    threshold: { unit: "deliveries", usual: 1, min: 1, max: 10_000_000 },
  },
};

/** The kinds of a scope, in the order in which people read them. */
export function kindsOf(scope: AlertRule["scope"]): AlertRuleKind[] {
  return (Object.keys(ALERT_RULES) as AlertRuleKind[]).filter((kind) => ALERT_RULES[kind].scope === scope);
}

/** The scope of what has this project's id. */
export function scopeOf(projectId: string): AlertRule["scope"] {
  return projectId === INSTALLATION ? "installation" : "project";
}
