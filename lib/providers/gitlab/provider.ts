import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "GitLab",
  alsoCalled: ["git", "merge requests"],
  docs: {
    signature: "https://docs.gitlab.com/user/project/integrations/webhooks/",
    eventType: "https://docs.gitlab.com/user/project/integrations/webhook_events/",
    idempotencyKeys: "https://docs.gitlab.com/user/project/integrations/webhooks/",
    setUp: "https://docs.gitlab.com/user/project/integrations/webhooks/",
  },
  secret: { label: "Secret token", where: "The secret token of the webhook. GitLab sends it along in X-Gitlab-Token." },
  scheme: { kind: "token", at: header("X-Gitlab-Token"), prefix: "" },
  challenges: [],
  eventType: [[body("object_kind")], [body("event_name")]],
  idempotencyKeys: ["request.header.Idempotency-Key"],
  steps: [
    step("In the project or group open Settings, Webhooks, Add new webhook. URL", "url"),
    step("Secret token: the same text as in the field Secret token here."),
    step("Choose the triggers and add the webhook. Test sends one of them."),
  ],
};
