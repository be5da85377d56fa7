import { type Provider, step } from "../provider";
import { body, header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "WooCommerce",
  alsoCalled: ["WordPress", "shop", "store"],
  docs: {
    signature: "https://developer.woocommerce.com/docs/webhooks/",
    challenge: "https://developer.woocommerce.com/docs/webhooks/",
    eventType: "https://woocommerce.com/document/webhooks/",
    idempotencyKeys: "https://developer.woocommerce.com/docs/webhooks/",
    setUp: "https://woocommerce.com/document/webhooks/",
  },
  secret: { label: "Secret", where: "The secret of the webhook in WooCommerce." },
  scheme: plainHmac("X-WC-Webhook-Signature", { encoding: "base64" }),
  challenges: [
    {
      method: "POST",
      isSigned: false,
      when: [
        { at: body("webhook_id"), is: "present" },
        { at: header("X-WC-Webhook-Topic"), is: "absent" },
      ],
      question: null,
      verifyToken: null,
      proof: null,
      answer: { type: "empty", status: 200 },
    },
  ],
  eventType: [[header("X-WC-Webhook-Topic")]],
  idempotencyKeys: ["request.header.X-WC-Webhook-Delivery-ID"],
  steps: [
    step("Open WooCommerce, Settings, Advanced, Webhooks, Add webhook."),
    step("Status Active, and the topic that you want."),
    step("Delivery URL", "url"),
    step("Secret: the same text as in the field Secret here. Saving pings the address, which Hookyard answers."),
  ],
};
