/**
 * A message in the mark-up of Slack-compatible incoming webhooks. Names are written by users: what would be a link or call
 * everybody is escaped (https://docs.slack.dev/messaging/formatting-message-text).
 */
export function toChatText(subject: string, body: string): string {
  return `*${escapeMarkUp(subject).replaceAll("*", "∗")}*\n${escapeMarkUp(body)}`;
}

function escapeMarkUp(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
