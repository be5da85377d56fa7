import type { Sender } from "@/lib/egress/send";
import type { RouteSettings } from "@/lib/nouns/alert-routes/settings";
import { toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";
import type { Mailer } from "@/lib/upkeep/mailer";
import { toDiscord } from "@/lib/upkeep/messages/channels/discord";
import { toMicrosoftTeams } from "@/lib/upkeep/messages/channels/microsoft-teams";
import { toOpsgenie } from "@/lib/upkeep/messages/channels/opsgenie";
import { toPagerDuty } from "@/lib/upkeep/messages/channels/pagerduty";
import { toSlack } from "@/lib/upkeep/messages/channels/slack";
import type { MessageContent } from "@/lib/upkeep/messages/content";
import { subjectOf, textOf } from "@/lib/upkeep/messages/words";

export type SendParts = { readonly sender: Sender; readonly mailer: Mailer | null };

export type Message = { readonly id: string; readonly routeId: string; readonly content: MessageContent };

const TIMEOUT_MS = 10_000;
const MOST_ANSWER = 200;
const NO_MAIL = "This installation sends no mail: SMTP_URL and SMTP_FROM are not set.";

/** Sends a message of alert rules along its route. Resolves to what went wrong, in a sentence, or null. Never throws. */
export async function sendMessage(parts: SendParts, settings: RouteSettings, message: Message): Promise<string | null> {
  if (settings.type === "email") return mail(parts.mailer, settings.to, message);
  const { url, headers, body } = await requestOf(settings, message);
  const {
    status,
    error,
    body: answer,
  } = await parts.sender.send({
    method: "POST",
    url,
    headers: { "content-type": "application/json", "user-agent": "Hookyard", ...headers },
    body,
    timeoutMs: TIMEOUT_MS,
  });
  if (error) return error.message;
  if (status !== null && status >= 200 && status < 300) return null;
  const said = answer.toString("utf8").replace(/\s+/g, " ").trim().slice(0, MOST_ANSWER);
  return `It was answered with ${status}${said === "" ? "" : `: ${said}`}`;
}

async function mail(mailer: Mailer | null, to: readonly string[], { id, content }: Message): Promise<string | null> {
  if (!mailer) return NO_MAIL;
  try {
    await mailer.send({ id, to: to.join(", "), subject: subjectOf(content), text: textOf(content) });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

type Posted = { url: string; headers: Record<string, string>; body: Buffer };

async function requestOf(settings: Exclude<RouteSettings, { type: "email" }>, message: Message): Promise<Posted> {
  const { content } = message;
  switch (settings.type) {
    case "slack":
      return post(settings.webhook_url, toSlack(content));
    case "microsoft_teams":
      return post(settings.webhook_url, toMicrosoftTeams(content));
    case "discord":
      return post(settings.webhook_url, toDiscord(content));
    case "pagerduty":
      return post(settings.url, toPagerDuty(content, { routingKey: settings.routing_key, dedupKey: keyOf(message) }));
    case "opsgenie": {
      const { path, body } = toOpsgenie(content, keyOf(message));
      return post(`${settings.url.replace(/\/+$/, "")}${path}`, body, {
        authorization: `GenieKey ${settings.genie_key}`,
      });
    }
    case "webhook":
      return sign(post(settings.url, toWebhook(message)), message.id, settings.secret ?? "");
  }
}

function post(url: string, body: object, headers: Record<string, string> = {}): Posted {
  return { url, headers, body: Buffer.from(JSON.stringify(body)) };
}

/** `timestamp` is when it was made: the same however often it is sent. */
function toWebhook({ content }: Message): object {
  return { type: content.is_test ? "alerts.test" : "alerts.changed", timestamp: content.at, data: content };
}

async function sign(posted: Posted, id: string, secret: string): Promise<Posted> {
  const seconds = Math.floor(Date.now() / 1_000);
  return {
    ...posted,
    headers: { ...posted.headers, ...(await signStandard(id, seconds, posted.body, [toKey(secret)])) },
  };
}

/** The same for a subject's trouble and its end. */
function keyOf({ routeId, content }: Message): string {
  const subject = (content.opened[0] ?? content.over[0])?.subject;
  return `hookyard-${routeId}-${subject ? `${subject.type}-${subject.id}` : "test"}`;
}
