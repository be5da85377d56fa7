import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "SendGrid",
  alsoCalled: ["Twilio", "email"],
  docs: {
    signature:
      "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features",
    eventType: "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event",
    idempotencyKeys: "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event",
    setUp: "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook",
  },
  secret: { label: "Verification key", where: "The public key that Signed Event Webhook shows, in base64." },
  scheme: {
    kind: "signature",
    algorithm: { type: "ecdsa", hash: "SHA256", signature: "der", key: "base64" },
    signature: { form: "alone", at: header("X-Twilio-Email-Event-Webhook-Signature"), prefix: "" },
    encoding: "base64",
    signed: "{timestamp}{body}",
    timestamp: { at: header("X-Twilio-Email-Event-Webhook-Timestamp"), unit: "seconds", toleranceSeconds: null },
    id: null,
    bodyHash: null,
  },
  challenges: [],
  eventType: [[body("0.event")]],
  idempotencyKeys: ["request.body.0.sg_event_id"],
  steps: [
    step("Open Settings, Mail Settings, Event Webhooks, Create new webhook."),
    step("Post URL", "url"),
    step("Under Security features switch on Signed Event Webhook and save."),
    step("Edit the webhook again: it shows its verification key. It goes into the field Verification key here."),
  ],
};
