import type { MessageContent, ToldOver, ToldTrouble } from "@/lib/upkeep/messages/content";
import { firstTitle, subjectOf } from "@/lib/upkeep/messages/words";

type Target = { readonly routingKey: string; readonly dedupKey: string };

const MOST_SUMMARY = 1_024;

/**
 * An event of the Events API v2: one subject's trouble or its end, which its `dedup_key` brings together,
 * https://developer.pagerduty.com/docs/send-alert-event
 */
export function toPagerDuty(content: MessageContent, target: Target): object {
  const [trouble] = content.opened;
  const [over] = content.over;
  if (trouble) return trigger(content, trouble, target);
  return over ? resolve(over, target) : {};
}

function trigger(content: MessageContent, trouble: ToldTrouble, { routingKey, dedupKey }: Target): object {
  const { subject, level, since, problems, waiting = null } = trouble;
  return {
    routing_key: routingKey,
    event_action: "trigger",
    dedup_key: dedupKey,
    client: "Hookyard",
    client_url: subject.url,
    links: [{ href: subject.url, text: subject.name }],
    payload: {
      summary: subjectOf(content).slice(0, MOST_SUMMARY),
      source: content.project?.name ?? "Hookyard",
      severity: level,
      timestamp: since,
      component: subject.name,
      group: content.project?.name ?? "Hookyard",
      class: firstTitle(trouble),
      custom_details: { problems, waiting },
    },
  };
}

function resolve(_over: ToldOver, { routingKey, dedupKey }: Target): object {
  return { routing_key: routingKey, event_action: "resolve", dedup_key: dedupKey };
}
