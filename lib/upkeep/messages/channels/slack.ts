import { toChatText } from "@/lib/upkeep/chat-text";
import type { MessageContent } from "@/lib/upkeep/messages/content";
import { subjectOf, textOf } from "@/lib/upkeep/messages/words";

/** A message of an incoming webhook, https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function toSlack(content: MessageContent): object {
  return { text: toChatText(subjectOf(content), textOf(content)) };
}
