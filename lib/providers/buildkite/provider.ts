import { type Provider, step } from "../provider";
import { body, header, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Buildkite",
  alsoCalled: ["builds", "pipelines"],
  docs: {
    signature: "https://buildkite.com/docs/apis/webhooks/pipelines",
    eventType: "https://buildkite.com/docs/apis/webhooks/pipelines",
    setUp: "https://buildkite.com/docs/apis/webhooks/pipelines",
  },
  secret: {
    label: "Token",
    where: "The token of the webhook notification. Choose to send it as X-Buildkite-Signature.",
  },
  scheme: timedPairs("X-Buildkite-Signature", { toleranceSeconds: 300, time: "timestamp", digest: "signature" }),
  challenges: [],
  eventType: [[header("X-Buildkite-Event")], [body("event")]],
  idempotencyKeys: [],
  steps: [
    step("Open Settings, Notification Services, Add Webhook."),
    step("Webhook URL", "url"),
    step("Token: choose Send an HMAC signature in the X-Buildkite-Signature header."),
    step("Copy the token. It goes into the field Token here."),
  ],
};
