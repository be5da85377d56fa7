import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "QuickBooks",
  alsoCalled: ["Intuit", "accounting"],
  docs: {
    signature: "https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks",
    eventType: "https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks",
    setUp: "https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks",
  },
  secret: { label: "Verifier token", where: "On the app's page Webhooks." },
  scheme: plainHmac("intuit-signature", { encoding: "base64" }),
  challenges: [],
  eventType: [
    [
      body("eventNotifications.0.dataChangeEvent.entities.0.name"),
      body("eventNotifications.0.dataChangeEvent.entities.0.operation"),
    ],
  ],
  idempotencyKeys: [],
  steps: [
    step("In the developer portal open your app, Webhooks."),
    step("Endpoint URL", "url"),
    step("Choose the entities and save."),
    step("Show the verifier token. It goes into the field Verifier token here."),
  ],
};
