import { type Provider, step } from "../provider";
import { body, timedHeaders } from "../scheme";

export const provider: Provider = {
  title: "HubSpot",
  alsoCalled: ["CRM", "contacts"],
  docs: {
    signature: "https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests",
    eventType: "https://developers.hubspot.com/docs/api-reference/webhooks-webhooks-v3/guide",
    setUp: "https://developers.hubspot.com/docs/api-reference/webhooks-webhooks-v3/guide",
  },
  secret: { label: "Client secret", where: "On the app's page Auth." },
  scheme: timedHeaders("X-HubSpot-Signature-v3", {
    timestamp: "X-HubSpot-Request-Timestamp",
    signed: "{method}{url}{body}{timestamp}",
    encoding: "base64",
    toleranceSeconds: 300,
    unit: "milliseconds",
  }),
  challenges: [],
  eventType: [[body("0.subscriptionType")]],
  idempotencyKeys: [],
  steps: [
    step("In your developer account open the app, Webhooks."),
    step("Target URL: exactly this one, because it is signed too.", "url"),
    step("Create subscriptions and activate them."),
    step("The client secret of the app is under Auth. It goes into the field Client secret here."),
  ],
};
