import { type Provider, step } from "../provider";
import { body, header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Box",
  alsoCalled: ["files"],
  docs: {
    signature: "https://developer.box.com/guides/webhooks/v2/signatures-v2/",
    eventType: "https://developer.box.com/guides/webhooks/triggers/",
    idempotencyKeys: "https://developer.box.com/guides/webhooks/v2/",
    setUp: "https://developer.box.com/guides/webhooks/v2/create-v2/",
  },
  secret: { label: "Primary key", where: "On the app's page Webhooks, Manage signature keys." },
  scheme: {
    ...plainHmac("BOX-SIGNATURE-PRIMARY", { encoding: "base64" }),
    signed: "{body}{timestamp}",
    timestamp: { at: header("BOX-DELIVERY-TIMESTAMP"), unit: "iso8601", toleranceSeconds: 600 },
  },
  challenges: [],
  eventType: [[body("trigger")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step(
      "In the Developer Console open your app, Webhooks, Manage signature keys. It goes into the field Primary key here.",
    ),
    step("Create a webhook, V2."),
    step("URL address", "url"),
    step("Choose the content and the triggers."),
  ],
};
