import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Greenhouse",
  alsoCalled: ["hiring", "candidates"],
  docs: {
    signature: "https://developers.greenhouse.io/webhooks.html#authentication",
    eventType: "https://developers.greenhouse.io/webhooks.html#common-attributes",
  },
  secret: { label: "Secret key", where: "The text that you choose for the web hook." },
  scheme: plainHmac("Signature", { encoding: "hex", prefix: "sha256 " }),
  challenges: [],
  eventType: [[body("action")]],
  idempotencyKeys: ["request.header.Greenhouse-Event-ID"],
  steps: [
    step("Open Configure, Dev Center, Web Hooks, and create one."),
    step("Endpoint URL", "url"),
    step("Secret key: the same text as in the field Secret key here."),
  ],
};
