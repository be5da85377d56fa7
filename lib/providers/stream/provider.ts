import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Stream",
  alsoCalled: ["chat", "feeds", "getstream"],
  docs: {
    signature: "https://getstream.io/chat/docs/node/webhooks_overview/",
    eventType: "https://getstream.io/chat/docs/node/webhook_events/",
    idempotencyKeys: "https://getstream.io/chat/docs/node/webhooks_overview/",
    setUp: "https://getstream.io/chat/docs/node/webhooks_overview/",
  },
  secret: { label: "API secret", where: "The secret of the app, in the dashboard." },
  scheme: plainHmac("X-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.header.X-Webhook-Id"],
  steps: [
    step("In the dashboard open your app, Webhooks."),
    step("Webhook URL", "url"),
    step("The secret of the app is beside its key. It goes into the field API secret here."),
  ],
};
