import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Pusher",
  alsoCalled: ["Channels", "websockets"],
  docs: {
    signature: "https://pusher.com/docs/channels/server_api/webhooks/",
    eventType: "https://pusher.com/docs/channels/server_api/webhooks/",
    setUp: "https://pusher.com/docs/channels/server_api/webhooks/",
  },
  secret: { label: "Secret", where: "The secret of the app, under App Keys." },
  scheme: plainHmac("X-Pusher-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("events.0.name")]],
  idempotencyKeys: [],
  steps: [
    step("In the dashboard open your Channels app, Webhooks."),
    step("Webhook URL", "url"),
    step("Choose the event type and add it."),
    step("The secret of the app is under App Keys. It goes into the field Secret here."),
  ],
};
