import { describe, expect, it } from "vitest";
import type { MessageContent, ToldOver, ToldTrouble } from "@/lib/upkeep/messages/content";
import { subjectOf, textOf } from "@/lib/upkeep/messages/words";
import { toDiscord } from "./discord";
import { toMicrosoftTeams } from "./microsoft-teams";
import { toOpsgenie } from "./opsgenie";
import { toPagerDuty } from "./pagerduty";
import { toSlack } from "./slack";

const HOSTILE = "<!channel> @everyone [a](https://evil.example) *b* <https://evil.example|c>";

function trouble(given: Partial<ToldTrouble> = {}): ToldTrouble {
  return {
    subject: { type: "source", id: "1", name: "orders", url: "https://hooks.example/projects/p/sources/1" },
    level: "critical",
    since: "2026-08-01T11:46:00.000Z",
    problems: [{ title: "orders cannot be read", cause: "The broker refuses the connection." }],
    ...given,
  };
}
const OVER: ToldOver = {
  subject: trouble().subject,
  since: "2026-08-01T11:46:00.000Z",
  ended_at: "2026-08-01T12:00:00.000Z",
};

function content(given: Partial<MessageContent> = {}): MessageContent {
  return {
    at: "2026-08-01T12:00:00.000Z",
    project: { id: "p", name: "Shop" },
    opened: [trouble()],
    over: [],
    more: { opened: 0, over: 0 },
    is_test: false,
    ...given,
  };
}

describe("a message", () => {
  it("says in one line what is wrong, where, and how many more", () => {
    expect(subjectOf(content())).toBe("orders cannot be read · Shop");
    expect(subjectOf(content({ opened: [trouble(), trouble()], more: { opened: 3, over: 0 } }))).toBe(
      "orders cannot be read, and 4 more · Shop",
    );
    expect(subjectOf(content({ opened: [], over: [OVER], project: null }))).toBe("Over: orders · Hookyard");
    expect(subjectOf(content({ is_test: true }))).toBe("Test: orders cannot be read · Shop");
  });

  it("tells how many deliveries wait, or that there are more than are counted", () => {
    const lines = (deliveries: number, is_more: boolean) =>
      textOf(content({ opened: [trouble({ waiting: { deliveries, is_more } })] })).split("\n")[1];
    expect(lines(1_204, false)).toBe("Since 2026-08-01 11:46:00 UTC, 1,204 waiting");
    expect(lines(10_000, true)).toBe("Since 2026-08-01 11:46:00 UTC, 10,000+ waiting");
  });

  it("tells the cause, since when, a link, and for how long it was when it is over", () => {
    expect(textOf(content({ over: [OVER], more: { opened: 1, over: 0 } }))).toBe(
      [
        "Critical: orders cannot be read: The broker refuses the connection.",
        "Since 2026-08-01 11:46:00 UTC",
        "https://hooks.example/projects/p/sources/1",
        "",
        "1 more is in trouble.",
        "",
        "Over: orders, after 14 min",
        "https://hooks.example/projects/p/sources/1",
      ].join("\n"),
    );
  });
});

describe("names that are written to be more than names", () => {
  const hostile = content({ opened: [trouble({ problems: [{ title: HOSTILE, cause: HOSTILE }] })] });

  it("mention nobody and link nowhere in Slack", () => {
    const { text } = toSlack(hostile) as { text: string };
    expect(text).not.toMatch(/<(?!$)/);
    expect(text).toContain("&lt;!channel&gt;");
  });

  it("mention nobody in Discord, and are no Markdown", () => {
    const message = toDiscord(hostile) as { content: string; allowed_mentions: unknown; embeds: { title: string }[] };
    expect(message.allowed_mentions).toEqual({ parse: [] });
    for (const text of [message.content, message.embeds[0]?.title]) expect(text).toContain("\\[a\\]\\(https\\:");
  });

  it("are no Markdown in Microsoft Teams", () => {
    expect(JSON.stringify(toMicrosoftTeams(hostile))).toContain("\\\\[a\\\\]\\\\(https");
  });
});

describe("what services ask for", () => {
  it("keeps to the limits of Discord", () => {
    const opened = Array.from({ length: 20 }, () =>
      trouble({ problems: [{ title: "t".repeat(900), cause: "c".repeat(5_000) }] }),
    );
    const message = toDiscord(content({ opened, more: { opened: 80, over: 0 } })) as {
      content: string;
      embeds: { title: string; description: string }[];
    };
    expect(message.content.length).toBeLessThanOrEqual(2_000);
    expect(message.content).toContain("80 more are in trouble.");
    expect(message.content).toContain("10 more of these are not shown here.");
    expect(message.embeds).toHaveLength(10);
    const lengths = message.embeds.map(({ title, description }) => title.length + description.length);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(6_000);
  });

  it("is an event with a key that its end has too, for PagerDuty", () => {
    const target = { routingKey: "R", dedupKey: "key" };
    expect(toPagerDuty(content(), target)).toMatchObject({
      routing_key: "R",
      event_action: "trigger",
      dedup_key: "key",
      payload: { summary: "orders cannot be read · Shop", source: "Shop", severity: "critical", component: "orders" },
    });
    expect(toPagerDuty(content({ opened: [], over: [OVER] }), target)).toEqual({
      routing_key: "R",
      event_action: "resolve",
      dedup_key: "key",
    });
  });

  it("is an alert with an alias by which it is closed, for Opsgenie", () => {
    const { path, body } = toOpsgenie(content(), "a/b");
    expect(path).toBe("/v2/alerts");
    expect(body).toMatchObject({ alias: "a/b", message: "orders cannot be read · Shop", priority: "P1" });
    expect(toOpsgenie(content({ opened: [], over: [OVER] }), "a/b").path).toBe(
      "/v2/alerts/a%2Fb/close?identifierType=alias",
    );
    const long = content({
      opened: [trouble({ level: "warning", problems: [{ title: "t".repeat(300), cause: "" }] })],
    });
    expect((toOpsgenie(long, "a").body as { message: string }).message).toHaveLength(130);
  });

  it("is an adaptive card with a line for each problem and a button, for Microsoft Teams", () => {
    const { attachments } = toMicrosoftTeams(content({ over: [OVER] })) as {
      attachments: { contentType: string; content: { body: { text: string }[]; actions: { url: string }[] } }[];
    };
    expect(attachments[0]?.contentType).toBe("application/vnd.microsoft.card.adaptive");
    const texts = attachments[0]?.content.body.map(({ text }) => text.replaceAll("\\", ""));
    expect(texts).toEqual([
      "orders cannot be read · Shop",
      "Critical: orders cannot be read: The broker refuses the connection.",
      "Since 2026-08-01 11:46:00 UTC",
      "Over: orders, after 14 min",
    ]);
    expect(attachments[0]?.content.actions[0]?.url).toBe("https://hooks.example/projects/p/sources/1");
  });
});
