import type { MessageContent } from "@/lib/upkeep/messages/content";
import { overLine, sayMore, subjectOf, troubleLines } from "@/lib/upkeep/messages/words";

/** In one message at most, https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const MOST_EMBEDS = 10;
const MOST_TITLE = 256;
const MOST_DESCRIPTION = 300;
const MOST_CONTENT = 2_000;

const COLORS = { critical: 0xd1_24_2f, warning: 0xbf_87_00, over: 0x1a_7f_37 } as const;

/** A webhook message without mentions, https://docs.discord.com/developers/resources/webhook#execute-webhook */
export function toDiscord(content: MessageContent): object {
  const { opened, over, more } = content;
  const embeds = [
    ...opened.map((trouble) => {
      const [title = "", ...lines] = troubleLines(trouble);
      return embed({ title, url: trouble.subject.url, lines, color: COLORS[trouble.level] });
    }),
    ...over.map((one) => embed({ title: overLine(one), url: one.subject.url, lines: [], color: COLORS.over })),
  ];
  const left = Math.max(0, embeds.length - MOST_EMBEDS);
  const rest = [
    ...sayMore(more.opened, "in trouble"),
    ...sayMore(more.over, "well again"),
    ...(left > 0 ? [`${left} more of these are not shown here.`] : []),
  ];
  return {
    content: [`**${escapeMarkdown(subjectOf(content))}**`, ...rest].join("\n").slice(0, MOST_CONTENT),
    embeds: embeds.slice(0, MOST_EMBEDS),
    allowed_mentions: { parse: [] },
  };
}

function embed({ title, url, lines, color }: { title: string; url: string; lines: string[]; color: number }): object {
  const description = escapeMarkdown(lines.join("\n")).slice(0, MOST_DESCRIPTION);
  return { title: escapeMarkdown(title).slice(0, MOST_TITLE), url, description, color };
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_~|>#[\]()<:@-]/g, "\\$&");
}
