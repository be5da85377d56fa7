import { type Provider, step, text } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "BigCommerce",
  alsoCalled: ["shop", "stores", "orders"],
  docs: {
    signature: "https://developer.bigcommerce.com/docs/integrations/webhooks",
    eventType: "https://developer.bigcommerce.com/docs/integrations/webhooks/events",
    idempotencyKeys: "https://developer.bigcommerce.com/docs/integrations/webhooks",
    setUp: "https://developer.bigcommerce.com/docs/rest-management/webhooks",
  },
  secret: {
    label: "Token",
    where: "A long random text of your choice. BigCommerce sends it along in a header, which you set with the webhook.",
  },
  scheme: { kind: "token", at: header("X-Webhook-Token"), prefix: "" },
  challenges: [],
  eventType: [[body("scope")]],
  // The hash is of the data alone, which two changes of one order share.
  idempotencyKeys: ["request.body.hash", "request.body.created_at"],
  steps: [
    step("Create a webhook by BigCommerce's API: POST /stores/{store_hash}/v3/hooks, with the scope that you want."),
    step("destination", "url"),
    step("headers: one of this name, with the same text as in the field Token here.", text("X-Webhook-Token")),
    step("is_active: true. It may take a minute until the first webhook."),
  ],
};
