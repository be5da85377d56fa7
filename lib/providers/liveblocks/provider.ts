import { type Provider, step } from "../provider";
import { body, standardWebhooks } from "../scheme";

export const provider: Provider = {
  title: "Liveblocks",
  alsoCalled: ["collaboration", "rooms"],
  docs: {
    signature: "https://liveblocks.io/docs/platform/webhooks",
    eventType: "https://liveblocks.io/docs/platform/webhooks",
  },
  secret: { label: "Signing secret", where: "It begins with whsec_ and stands on the page of the webhook." },
  scheme: standardWebhooks("webhook"),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.header.webhook-id"],
  steps: [
    step("In the project open Webhooks, Create endpoint."),
    step("Endpoint URL", "url"),
    step("Its signing secret is on its page. It goes into the field Signing secret here."),
  ],
};
