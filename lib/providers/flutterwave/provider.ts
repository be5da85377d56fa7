import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Flutterwave",
  alsoCalled: ["payments"],
  docs: {
    signature: "https://developer.flutterwave.com/docs/webhooks",
    eventType: "https://developer.flutterwave.com/docs/webhooks",
    setUp: "https://developer.flutterwave.com/docs/webhooks",
  },
  secret: {
    label: "Secret hash",
    where: "The text that you choose under Settings, Webhooks. Flutterwave sends it along in verif-hash.",
  },
  scheme: { kind: "token", at: header("verif-hash"), prefix: "" },
  challenges: [],
  eventType: [[body("event")]],
  idempotencyKeys: [],
  steps: [
    step("In the dashboard open Settings, Webhooks."),
    step("URL", "url"),
    step("Secret hash: the same text as in the field Secret hash here."),
  ],
};
