import type { MessageContent, ToldTrouble } from "@/lib/upkeep/messages/content";
import { overLine, sayMore, subjectOf, troubleLines } from "@/lib/upkeep/messages/words";

/**
 * An adaptive card, as the workflow "Post to a channel when a webhook request is received" takes it,
 * https://learn.microsoft.com/connectors/teams/#microsoft-teams-webhook. Text blocks render Markdown, which names from
 * users must not be.
 */
export function toMicrosoftTeams(content: MessageContent): object {
  const { opened, over, more } = content;
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body: [
      text(subjectOf(content), { weight: "Bolder", size: "Medium" }),
      ...opened.flatMap(troubleBlocks),
      ...sayMore(more.opened, "in trouble").map((line) => text(line)),
      ...over.map((one) => text(overLine(one), { color: "Good", separator: true })),
      ...sayMore(more.over, "well again").map((line) => text(line)),
    ],
    actions: [...opened, ...over].slice(0, MOST_ACTIONS).map(({ subject }) => ({
      type: "Action.OpenUrl",
      title: subject.name.slice(0, 60),
      url: subject.url,
    })),
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card }],
  };
}

/** More are not shown. */
const MOST_ACTIONS = 6;

function troubleBlocks(trouble: ToldTrouble): object[] {
  const color = trouble.level === "critical" ? "Attention" : "Warning";
  return troubleLines(trouble).map((line, at) =>
    text(line, at === 0 ? { color, separator: true } : { isSubtle: true }),
  );
}

function text(line: string, look: object = {}): object {
  return { type: "TextBlock", text: escapeMarkdown(line), wrap: true, ...look };
}

function escapeMarkdown(line: string): string {
  return line.replace(/[\\`*_{}[\]()#+!|<>~-]/g, "\\$&");
}
