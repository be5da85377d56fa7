import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Typeform",
  alsoCalled: ["forms", "surveys"],
  docs: {
    signature: "https://www.typeform.com/developers/webhooks/secure-your-webhooks/",
    eventType: "https://www.typeform.com/developers/webhooks/example-payload/",
    idempotencyKeys: "https://www.typeform.com/developers/webhooks/example-payload/",
    setUp: "https://www.typeform.com/help/a/webhooks-360029573471/",
  },
  secret: { label: "Secret", where: "The secret of the webhook in Typeform." },
  scheme: plainHmac("Typeform-Signature", { encoding: "base64", prefix: "sha256=" }),
  challenges: [],
  eventType: [[body("event_type")]],
  idempotencyKeys: ["request.body.event_id"],
  steps: [
    step("In the form open Connect, Webhooks, Add a webhook."),
    step("Endpoint", "url"),
    step("Edit the webhook and set a secret: the same text as in the field Secret here."),
    step("Switch the webhook on."),
  ],
};
