/**
 * Writes a message in the markup of Slack-compatible incoming webhooks. Names come from users: text that would be a
 * link or a mention of everybody is escaped (https://docs.slack.dev/messaging/formatting-message-text).
 */
export function toChatText(subject: string, body: string): string {
  return `*${escapeMarkUp(subject).replaceAll("*", "∗")}*\n${escapeMarkUp(body)}`;
}

function escapeMarkUp(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
