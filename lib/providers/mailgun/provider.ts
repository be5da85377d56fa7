import { type Provider, step } from "../provider";
import { body } from "../scheme";

export const provider: Provider = {
  title: "Mailgun",
  alsoCalled: ["email"],
  docs: {
    signature: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks",
    eventType: "https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks",
    setUp: "https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/configuring-webhooks",
  },
  secret: {
    label: "HTTP webhook signing key",
    where: "In the account's settings under API security. Only a token of each request is signed, not its content.",
  },
  scheme: {
    kind: "signature",
    algorithm: { type: "hmac", hash: "SHA256", key: "utf8" },
    signature: { form: "alone", at: body("signature.signature"), prefix: "" },
    encoding: "hex",
    signed: "{timestamp}{id}",
    timestamp: { at: body("signature.timestamp"), unit: "seconds", toleranceSeconds: null },
    id: body("signature.token"),
    bodyHash: null,
  },
  challenges: [],
  eventType: [[body("event-data.event")]],
  idempotencyKeys: ["request.body.event-data.id"],
  steps: [
    step("Open Send, Sending, Webhooks, and add a webhook for each event type."),
    step("URL", "url"),
    step("The HTTP webhook signing key of the account goes into the field HTTP webhook signing key here."),
  ],
};
