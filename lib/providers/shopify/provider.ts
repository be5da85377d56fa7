import { type Provider, step, text } from "../provider";
import { header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Shopify",
  alsoCalled: ["shop", "store", "orders"],
  docs: {
    signature:
      "https://shopify.dev/docs/apps/build/webhooks/subscribe/https#step-2-validate-the-origin-of-your-webhook-to-ensure-its-coming-from-shopify",
    eventType: "https://shopify.dev/docs/api/webhooks",
    idempotencyKeys: "https://shopify.dev/docs/apps/build/webhooks/best-practices",
    setUp: "https://help.shopify.com/en/manual/fulfillment/setup/notifications/webhooks",
  },
  secret: {
    label: "Client secret",
    where: "The client secret of your app. X-Shopify-Hmac-Sha256 is checked with it.",
  },
  scheme: {
    ...plainHmac("X-Shopify-Hmac-Sha256", { encoding: "base64" }),
    signature: { form: "named", header: "X-Shopify-Hmac-Sha256" },
  },
  challenges: [],
  eventType: [[header("X-Shopify-Topic")]],
  idempotencyKeys: ["request.header.X-Shopify-Webhook-Id"],
  steps: [
    step("In the admin open Settings, Notifications, Webhooks, Create webhook."),
    step("Format", text("JSON")),
    step("URL", "url"),
    step("Below the list stands what your webhooks are signed with. It goes into the field Client secret here."),
    step("A webhook that an app makes by the API is signed with the app's client secret instead."),
  ],
};
