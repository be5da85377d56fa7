import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { sayCount, sayDuration } from "@/lib/nouns/health/words";

/** What a rule found, as it is stored. */
export type Finding = {
  readonly kind: AlertRuleKind;
  readonly subject_name: string;
  /** In what the rule's threshold counts; null where that is the time, which `since` tells. */
  readonly amount: number | null;
};

/** What is wrong and where, in a few words: the same on pages, in messages and in the API. */
export function problemTitle({ kind, subject_name: name, amount }: Finding): string {
  return TITLES[kind](name, amount ?? 0);
}

const TITLES: Record<AlertRuleKind, (name: string, amount: number) => string> = {
  source_down: (name) => `${name} cannot be read`,
  slot_filling: (name, megabytes) => `${name} keeps ${sayCount(megabytes)} MB of its database's log`,
  endpoint_disabled: (name) => `${name} was disabled`,
  breaker_open: (name) => `${name} fails, and its deliveries are held`,
  deliveries_failed: (name, count) =>
    `${sayCount(count)} ${count === 1 ? "delivery" : "deliveries"} to ${name} failed for good`,
  oldest_waiting: (name) => `Deliveries to ${name} wait for long`,
  failure_share: (name, percent) => `${percent} % of the attempts at ${name} fail`,
  certificate_expiring: (name, days) => `The client certificate of ${name} ${sayEnd(days)}`,
  receiver_certificate_expiring: (name, days) => `The certificate of ${name}'s receiver ${sayEnd(days)}`,
  installation_critical: (name) => name,
  installation_warning: (name) => name,
  export_stuck: (_name, days) => `${days === 1 ? "A day" : `${sayCount(days)} days`} cannot be exported`,
  ledger_unbalanced: (name, count) =>
    `${sayCount(count)} ${count === 1 ? "delivery" : "deliveries"} of ${name} ${count === 1 ? "is" : "are"} unaccounted for`,
};

function sayEnd(days: number): string {
  if (days < 0) return "has ended";
  if (days === 0) return "ends today";
  return `ends in ${days} ${days === 1 ? "day" : "days"}`;
}

/** How long something lasts, from one instant to another. */
export function sayFor(since: Date, until: Date): string {
  return sayDuration(Math.max(0, Math.round((until.getTime() - since.getTime()) / 1_000)));
}
