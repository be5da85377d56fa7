import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Xero",
  alsoCalled: ["accounting", "invoices"],
  docs: {
    signature: "https://developer.xero.com/documentation/guides/webhooks/configuring-your-server/",
    challenge: "https://developer.xero.com/documentation/guides/webhooks/configuring-your-server/",
    eventType: "https://developer.xero.com/documentation/guides/webhooks/overview/",
    setUp: "https://developer.xero.com/documentation/guides/webhooks/creating-webhooks/",
  },
  secret: { label: "Webhooks key", where: "On the app's page Webhooks in the developer portal." },
  scheme: plainHmac("x-xero-signature", { encoding: "base64" }),
  challenges: [
    {
      method: "POST",
      isSigned: true,
      when: [
        { at: body("entropy"), is: "present" },
        { at: body("events.0.eventType"), is: "absent" },
      ],
      question: null,
      verifyToken: null,
      proof: null,
      answer: { type: "empty", status: 200 },
    },
  ],
  eventType: [[body("events.0.eventCategory"), body("events.0.eventType")]],
  idempotencyKeys: [],
  steps: [
    step("In the developer portal open your app, Webhooks, and choose the categories."),
    step("Delivery URL", "url"),
    step("Save: the webhooks key is shown. It goes into the field Webhooks key here."),
    step("Send Intent to receive: Hookyard answers as Xero expects."),
  ],
};
