import { type Provider, step } from "../provider";
import { body } from "../scheme";

export const provider: Provider = {
  title: "Google Pub/Sub push",
  alsoCalled: ["Google Cloud", "GCP", "Gmail push notifications", "topic", "Google Play"],
  docs: {
    signature: "https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions",
    eventType: "https://cloud.google.com/storage/docs/pubsub-notifications#attributes",
    idempotencyKeys: "https://cloud.google.com/pubsub/docs/push",
    setUp: "https://cloud.google.com/pubsub/docs/create-push-subscription",
  },
  secret: {
    label: "Service account",
    where:
      "The e-mail address of the push subscription's service account. If the subscription has an audience of its own, add a blank and the audience.",
  },
  scheme: {
    kind: "id_token",
    jwks: "https://www.googleapis.com/oauth2/v3/certs",
    issuers: ["https://accounts.google.com", "accounts.google.com"],
  },
  challenges: [],
  eventType: [[body("message.attributes.eventType")]],
  idempotencyKeys: ["request.body.message.messageId"],
  steps: [
    step("In Google Cloud open the topic's subscription, or create one. Delivery type: Push."),
    step("Endpoint URL", "url"),
    step(
      "Enable authentication and choose a service account. Its e-mail address goes into the field Service account here.",
    ),
    step("Leave the audience empty: it is the endpoint's URL then. Otherwise add a blank and the audience here."),
    step("Leave payload unwrapping off, so that each message has its id."),
  ],
};
