import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "CircleCI",
  alsoCalled: ["builds", "pipelines"],
  docs: {
    signature: "https://circleci.com/docs/guides/integration/outbound-webhooks/#validate-webhooks",
    eventType: "https://circleci.com/docs/guides/integration/outbound-webhooks/#event-specifications",
    idempotencyKeys: "https://circleci.com/docs/reference/outbound-webhooks-reference/",
    setUp: "https://circleci.com/docs/guides/integration/outbound-webhooks/",
  },
  secret: { label: "Secret token", where: "The text that you choose when you add the webhook." },
  scheme: {
    ...plainHmac("circleci-signature", { encoding: "hex" }),
    signature: { form: "list", header: "circleci-signature", separator: ",", prefix: "v1=" },
  },
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("Open Project Settings, Webhooks, Add Webhook."),
    step("Receiver URL", "url"),
    step("Secret token: the same text as in the field Secret token here."),
    step("Choose the events and add it."),
  ],
};
