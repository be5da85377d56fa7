import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Square",
  alsoCalled: ["payments", "point of sale"],
  docs: {
    signature: "https://developer.squareup.com/docs/webhooks/step3validate",
    eventType: "https://developer.squareup.com/docs/webhooks/v2webhook-events-tech-ref",
    idempotencyKeys: "https://developer.squareup.com/docs/webhooks/step4manage",
    setUp: "https://developer.squareup.com/docs/webhooks/step2subscribe",
  },
  secret: { label: "Signature key", where: "On the subscription's page in the Developer Console." },
  scheme: { ...plainHmac("x-square-hmacsha256-signature", { encoding: "base64" }), signed: "{url}{body}" },
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.event_id"],
  steps: [
    step("In the Developer Console open your application, Webhooks, Subscriptions, Add subscription."),
    step("URL: exactly this one, because it is signed too.", "url"),
    step("Choose the events and save."),
    step("Show the signature key of the subscription. It goes into the field Signature key here."),
  ],
};
