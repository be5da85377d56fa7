import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Telnyx",
  alsoCalled: ["SMS", "calls"],
  docs: {
    signature: "https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks",
    eventType: "https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks",
    idempotencyKeys: "https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks",
    setUp: "https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks",
  },
  secret: { label: "Public key", where: "In the portal under Keys & Credentials, Public Key, in base64." },
  scheme: {
    kind: "signature",
    algorithm: { type: "ed25519", key: "base64" },
    signature: { form: "alone", at: header("telnyx-signature-ed25519"), prefix: "" },
    encoding: "base64",
    signed: "{timestamp}|{body}",
    timestamp: { at: header("telnyx-timestamp"), unit: "seconds", toleranceSeconds: 300 },
    id: null,
    bodyHash: null,
  },
  challenges: [],
  eventType: [[body("data.event_type")]],
  idempotencyKeys: ["request.body.data.id"],
  steps: [
    step("In the portal open Keys & Credentials, Public Key. It goes into the field Public key here."),
    step("Open the messaging profile or the voice application."),
    step("Webhook URL", "url"),
  ],
};
