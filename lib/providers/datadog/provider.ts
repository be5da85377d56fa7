import { type Provider, step, text } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Datadog",
  alsoCalled: ["monitoring", "alerts", "monitors"],
  docs: {
    signature: "https://docs.datadoghq.com/integrations/webhooks/",
    eventType: "https://docs.datadoghq.com/integrations/webhooks/",
    idempotencyKeys: "https://docs.datadoghq.com/integrations/webhooks/",
    setUp: "https://docs.datadoghq.com/integrations/webhooks/",
  },
  secret: {
    label: "Token",
    where: "A long random text of your choice. Datadog sends it along in a custom header of the webhook.",
  },
  scheme: { kind: "token", at: header("X-Webhook-Token"), prefix: "" },
  challenges: [],
  eventType: [[body("event_type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("Open Integrations, Webhooks, and under Configuration press New."),
    step("URL", "url"),
    step(
      "Payload: keep event_type and id of the one that stands there, since the event's type and its key are theirs.",
    ),
    step("Check Custom Headers, and put this in, with the text of the field Token here.", {
      text: '{"X-Webhook-Token": "…"}',
    }),
    step("Save, and mention the webhook in the monitors that shall send here. Its handle:", text("@webhook-NAME")),
  ],
};
