import { type Provider, step } from "../provider";
import { body, timedHeaders } from "../scheme";

export const provider: Provider = {
  title: "Slack",
  alsoCalled: ["Events API", "slash commands", "chat"],
  docs: {
    signature: "https://docs.slack.dev/authentication/verifying-requests-from-slack",
    challenge: "https://docs.slack.dev/reference/events/url_verification",
    eventType: "https://docs.slack.dev/apis/events-api",
    idempotencyKeys: "https://docs.slack.dev/apis/events-api",
    setUp: "https://docs.slack.dev/apis/events-api",
  },
  secret: { label: "Signing secret", where: "In the app's settings under Basic Information, App Credentials." },
  scheme: timedHeaders("X-Slack-Signature", {
    timestamp: "X-Slack-Request-Timestamp",
    signed: "v0:{timestamp}:{body}",
    prefix: "v0=",
    encoding: "hex",
    toleranceSeconds: 300,
  }),
  challenges: [
    {
      method: "POST",
      isSigned: true,
      when: [{ at: body("type"), is: { text: "url_verification" } }],
      question: body("challenge"),
      verifyToken: null,
      proof: null,
      answer: { type: "text", text: "{question}" },
    },
  ],
  eventType: [[body("event.type")], [body("type")], [body("command")]],
  idempotencyKeys: ["request.body.event_id"],
  steps: [
    step(
      "At api.slack.com/apps open your app. Its signing secret is under Basic Information and goes into the field Signing secret here.",
    ),
    step("Save the source here first: Slack asks for an answer as soon as it knows the URL."),
    step("Under Event Subscriptions switch events on. Request URL", "url"),
    step("Subscribe to bot events and save. Hookyard has answered the challenge by itself."),
  ],
};
