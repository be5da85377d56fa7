import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "LINE",
  alsoCalled: ["Messaging API", "chat"],
  docs: {
    signature: "https://developers.line.biz/en/docs/messaging-api/verify-webhook-signature/",
    eventType: "https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects",
    idempotencyKeys: "https://developers.line.biz/en/reference/messaging-api/#common-properties",
    setUp: "https://developers.line.biz/en/docs/messaging-api/building-bot/",
  },
  secret: { label: "Channel secret", where: "On the channel's page Basic settings in the LINE Developers Console." },
  scheme: plainHmac("x-line-signature", { encoding: "base64" }),
  challenges: [],
  eventType: [[body("events.0.type")]],
  idempotencyKeys: ["request.body.events.0.webhookEventId"],
  steps: [
    step(
      "In the console open your Messaging API channel. Its channel secret is under Basic settings. It goes into the field Channel secret here.",
    ),
    step("Under Messaging API set the webhook URL.", "url"),
    step("Switch on Use webhook."),
  ],
};
