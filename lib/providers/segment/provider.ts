import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Segment",
  alsoCalled: ["Twilio", "analytics"],
  docs: {
    signature: "https://segment.com/docs/connections/destinations/catalog/webhooks/",
    eventType: "https://segment.com/docs/connections/spec/",
    idempotencyKeys: "https://segment.com/docs/connections/spec/common/",
    setUp: "https://segment.com/docs/connections/destinations/catalog/webhooks/",
  },
  secret: { label: "Shared secret", where: "In the settings of the destination Webhooks." },
  scheme: plainHmac("X-Signature", { encoding: "hex", hash: "SHA1" }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.messageId"],
  steps: [
    step("Add the destination Webhooks to your source."),
    step("Webhook URL", "url"),
    step("Shared secret: the same text as in the field Shared secret here."),
  ],
};
