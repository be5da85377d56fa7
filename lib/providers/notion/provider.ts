import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Notion",
  alsoCalled: ["pages", "databases", "wiki", "comments"],
  docs: {
    signature: "https://developers.notion.com/reference/webhooks#step-3-validating-event-payloads-recommended",
    eventType: "https://developers.notion.com/reference/webhooks-events-delivery",
    idempotencyKeys: "https://developers.notion.com/reference/webhooks-events-delivery",
    setUp: "https://developers.notion.com/reference/webhooks#step-1-creating-a-webhook-subscription",
  },
  secret: {
    label: "Verification token",
    where: "Leave it empty: Notion sends it to the URL when the subscription is created.",
  },
  scheme: plainHmac("X-Notion-Signature", { encoding: "hex", prefix: "sha256=" }),
  challenges: [],
  handshake: {
    secret: body("verification_token"),
    matching: "[A-Za-z]{2,20}_[\\w-]{16,200}",
    answer: { status: 200, echo: null },
    what: "Create a webhook subscription in the settings of your connection at Notion, with this URL. Notion posts a verification token, which is shown here then.",
    isShown: true,
  },
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("Save the source here first, and look that it waits for the handshake."),
    step(
      "Within those 15 minutes open Webhooks in the settings of your connection at Notion and create a subscription. URL",
      "url",
    ),
    step(
      "Choose the event types and create it. Notion posts a verification token, which the source's page shows then.",
    ),
    step("Copy the token, press Verify at Notion and paste it. Then press Done here: it is not shown again."),
  ],
};
