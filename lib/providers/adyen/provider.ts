import { type Provider, step } from "../provider";
import { body } from "../scheme";

/** `*`, because only what is the same in all items is known to be signed. */
const ITEM = "notificationItems.*.NotificationRequestItem";

export const provider: Provider = {
  title: "Adyen",
  alsoCalled: ["payments", "standard webhooks of Adyen"],
  docs: {
    signature: "https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures/",
    eventType: "https://docs.adyen.com/development-resources/webhooks/webhook-types/",
    idempotencyKeys: "https://docs.adyen.com/development-resources/webhooks/handle-webhook-events/",
    setUp: "https://docs.adyen.com/development-resources/webhooks/configure-and-manage/",
  },
  secret: {
    label: "HMAC key",
    where:
      "It is shown once, when it is generated under Security of the webhook. Eight fields are signed, not the rest.",
  },
  scheme: {
    kind: "signature",
    algorithm: { type: "hmac", hash: "SHA256", key: "hex" },
    signature: { form: "alone", at: body(`${ITEM}.additionalData.hmacSignature`), prefix: "" },
    encoding: "base64",
    signed: [
      "pspReference",
      "originalReference",
      "merchantAccountCode",
      "merchantReference",
      "amount.value",
      "amount.currency",
      "eventCode",
      "success",
    ]
      .map((name) => `{field:${ITEM}.${name}}`)
      .join(":"),
    timestamp: null,
    id: null,
    bodyHash: null,
  },
  challenges: [],
  eventType: [[body(`${ITEM}.eventCode`)]],
  idempotencyKeys: ["pspReference", "eventCode", "success"].map(
    (name) => `request.body.notificationItems.0.NotificationRequestItem.${name}`,
  ),
  steps: [
    step("In the Customer Area open Developers, Webhooks, and create a standard webhook with the method JSON."),
    step("URL", "url"),
    step("Under Security generate an HMAC key. It goes into the field HMAC key here. Test and live have one each."),
    step("Save the configuration, then test it."),
  ],
};
