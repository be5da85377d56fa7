import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Intercom",
  alsoCalled: ["support", "chat"],
  docs: {
    signature: "https://developers.intercom.com/docs/webhooks/webhook-notifications",
    eventType: "https://developers.intercom.com/docs/references/webhooks/webhook-models",
    setUp: "https://developers.intercom.com/docs/webhooks/setting-up-webhooks",
  },
  secret: { label: "Client secret", where: "On the app's page Basic information in the Developer Hub." },
  scheme: plainHmac("X-Hub-Signature", { encoding: "hex", hash: "SHA1", prefix: "sha1=" }),
  challenges: [],
  eventType: [[body("topic")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In the Developer Hub open your app, Webhooks."),
    step("Endpoint URL", "url"),
    step("Choose the topics and save."),
    step("The client secret of the app goes into the field Client secret here."),
  ],
};
