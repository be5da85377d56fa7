import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "PayPal",
  alsoCalled: ["payments", "checkout", "subscriptions", "Venmo"],
  docs: {
    signature: "https://developer.paypal.com/api/rest/webhooks/rest/#link-selfverificationmethod",
    eventType: "https://developer.paypal.com/api/rest/webhooks/event-names/",
    idempotencyKeys: "https://developer.paypal.com/api/rest/webhooks/rest/",
    setUp: "https://developer.paypal.com/api/rest/webhooks/rest/",
  },
  secret: {
    label: "Webhook ID",
    where: "In the developer dashboard at the app's webhook. It is no secret: it says for which webhook PayPal signed.",
  },
  scheme: {
    kind: "certificate",
    signature: header("PAYPAL-TRANSMISSION-SIG"),
    certificate: {
      url: header("PAYPAL-CERT-URL"),
      from: { host: "api(?:\\.sandbox)?\\.paypal\\.com", path: "/v1/notifications/certs/[\\w-]+" },
      names: "messageverificationcerts(?:\\.sandbox)?\\.paypal\\.com",
    },
    hash: { at: header("PAYPAL-AUTH-ALGO"), named: { SHA256withRSA: "SHA256" } },
    signed: "{id}|{timestamp}|{secret}|{crc32}",
    timestamp: { at: header("PAYPAL-TRANSMISSION-TIME"), unit: "iso8601", toleranceSeconds: null },
    id: header("PAYPAL-TRANSMISSION-ID"),
    expected: [],
    secretAt: null,
  },
  challenges: [],
  eventType: [[body("event_type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In PayPal's developer dashboard open Apps & Credentials, the app, and Add Webhook."),
    step("Webhook URL", "url"),
    step("Choose the event types and save."),
    step("The webhook's ID is shown in the list now. It goes into the field Webhook ID here."),
  ],
};
