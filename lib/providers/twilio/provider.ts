import { type Provider, step } from "../provider";
import { body, plainHmac, query } from "../scheme";

export const provider: Provider = {
  title: "Twilio",
  alsoCalled: ["SMS", "calls", "messaging"],
  docs: {
    signature: "https://www.twilio.com/docs/usage/webhooks/webhooks-security",
    eventType: "https://www.twilio.com/docs/messaging/guides/track-outbound-message-status",
    idempotencyKeys: "https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides",
    setUp: "https://www.twilio.com/docs/usage/webhooks/getting-started-twilio-webhooks",
  },
  secret: { label: "Auth token", where: "On the account's page in the Twilio Console." },
  scheme: {
    ...plainHmac("X-Twilio-Signature", { encoding: "base64", hash: "SHA1" }),
    signed: "{url}{form}",
    bodyHash: { at: query("bodySHA256"), hash: "SHA256", encoding: "hex", exceptForms: true },
  },
  challenges: [],
  eventType: [[body("MessageStatus")], [body("SmsStatus")], [body("CallStatus")]],
  idempotencyKeys: ["request.header.I-Twilio-Idempotency-Token"],
  steps: [
    step("The auth token is on the start page of the Twilio Console. It goes into the field Auth token here."),
    step("Open what sends: a phone number, a messaging service or a subaccount."),
    step("Webhook, by HTTP POST: exactly this one, because it is signed too.", "url"),
  ],
};
