import type { MessageContent, ToldTrouble } from "@/lib/upkeep/messages/content";
import { subjectOf, troubleLines } from "@/lib/upkeep/messages/words";

const MOST_MESSAGE = 130;
const MOST_DESCRIPTION = 15_000;

/**
 * A request of the Alert API: one subject's trouble creates an alert by its alias, its end closes it,
 * https://docs.opsgenie.com/docs/alert-api
 */
export function toOpsgenie(content: MessageContent, alias: string): { path: string; body: object } {
  const [trouble] = content.opened;
  if (trouble) return { path: "/v2/alerts", body: create(content, trouble, alias) };
  const note = content.is_test ? "The test is over." : "It is over.";
  return {
    path: `/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`,
    body: { source: "Hookyard", note },
  };
}

function create(content: MessageContent, trouble: ToldTrouble, alias: string): object {
  const { subject, level } = trouble;
  return {
    message: subjectOf(content).slice(0, MOST_MESSAGE),
    alias,
    description: [...troubleLines(trouble), subject.url].join("\n").slice(0, MOST_DESCRIPTION),
    entity: subject.name.slice(0, 512),
    source: "Hookyard",
    priority: level === "critical" ? "P1" : "P3",
    tags: ["hookyard", subject.type],
    details: { url: subject.url, project: content.project?.name ?? "Hookyard", since: trouble.since },
  };
}
