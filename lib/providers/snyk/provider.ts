import { type Provider, step } from "../provider";
import { header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Snyk",
  alsoCalled: ["vulnerabilities", "security"],
  docs: {
    signature: "https://docs.snyk.io/snyk-api/using-specific-snyk-apis/webhooks-apis/validating-payloads",
    eventType: "https://docs.snyk.io/snyk-api/using-specific-snyk-apis/webhooks-apis/snyk-webhooks",
  },
  secret: { label: "Secret", where: "The text that you give as secret when you create the webhook." },
  scheme: plainHmac("X-Hub-Signature", { encoding: "hex", prefix: "sha256=" }),
  challenges: [],
  eventType: [[header("X-Snyk-Event")]],
  idempotencyKeys: ["request.header.X-Snyk-Transport-ID"],
  steps: [
    step("Create a webhook by Snyk's API."),
    step("url", "url"),
    step("secret: the same text as in the field Secret here."),
  ],
};
