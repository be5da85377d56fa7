import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Auth0",
  alsoCalled: ["log streams", "logins", "Okta CIC"],
  docs: {
    signature: "https://auth0.com/docs/customize/log-streams/custom-log-streams",
    eventType: "https://auth0.com/docs/deploy-monitor/logs/log-event-type-codes",
    idempotencyKeys: "https://auth0.com/docs/customize/log-streams/custom-log-streams",
    setUp: "https://auth0.com/docs/customize/log-streams/custom-log-streams",
  },
  secret: {
    label: "Authorization token",
    where: "A long random text of your choice, the same here as in the stream. Auth0 sends it in Authorization.",
  },
  scheme: { kind: "token", at: header("Authorization"), prefix: "" },
  challenges: [],
  eventType: [[body("data.type")], [body("*.data.type")]],
  idempotencyKeys: ["request.body.log_id"],
  steps: [
    step("Open Monitoring, Streams, Create Log Stream, Custom Webhook."),
    step("Payload URL", "url"),
    step("Authorization Token: the same text as in the field Authorization token here."),
    step("Content Type application/json, Content Format JSON Object: then each log entry is an event. Save."),
  ],
};
