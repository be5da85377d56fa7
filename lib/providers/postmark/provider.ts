import { type Provider, step } from "../provider";
import { body } from "../scheme";

export const provider: Provider = {
  title: "Postmark",
  alsoCalled: ["email"],
  docs: {
    signature: "https://postmarkapp.com/developer/webhooks/webhooks-overview#protecting-your-webhook",
    eventType: "https://postmarkapp.com/developer/webhooks/webhooks-overview",
    setUp: "https://postmarkapp.com/developer/webhooks/webhooks-overview",
  },
  secret: {
    label: "User name and password",
    where:
      "A user name and a password of your choice, with a colon between them. Postmark signs nothing; it sends them along.",
  },
  scheme: { kind: "basic_auth" },
  challenges: [],
  eventType: [[body("RecordType")]],
  idempotencyKeys: ["request.body.RecordType", "request.body.MessageID"],
  steps: [
    step("Open the server, its message stream, Webhooks, Add webhook."),
    step("Webhook URL", "url"),
    step("Basic auth credentials: the same user name and password as here."),
    step("Choose the events and save."),
  ],
};
