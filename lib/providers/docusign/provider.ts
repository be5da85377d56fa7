import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "DocuSign",
  alsoCalled: ["envelopes", "signatures"],
  docs: {
    signature: "https://developers.docusign.com/platform/webhooks/connect/validate/",
    eventType: "https://developers.docusign.com/platform/webhooks/connect/event-triggers/",
    setUp: "https://developers.docusign.com/platform/webhooks/connect/hmac/",
  },
  secret: { label: "HMAC key", where: "It is shown once, when the key is added under Connect, Connect Keys." },
  scheme: plainHmac("X-DocuSign-Signature-1", { encoding: "base64" }),
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: [],
  steps: [
    step("In eSignature Admin open Connect, Connect Keys, Add secret key. Copy it into the field HMAC key here."),
    step("Add a configuration of type Custom with the data format REST v2.1."),
    step("URL to publish", "url"),
    step("Switch on Include HMAC signature, choose the events and save."),
  ],
};
