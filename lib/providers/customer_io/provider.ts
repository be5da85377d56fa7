import { type Provider, step } from "../provider";
import { body, timedHeaders } from "../scheme";

export const provider: Provider = {
  title: "Customer.io",
  alsoCalled: ["email", "campaigns"],
  docs: {
    signature: "https://docs.customer.io/integrations/data-out/connections/webhooks/",
    eventType: "https://docs.customer.io/integrations/api/webhooks/",
    idempotencyKeys: "https://docs.customer.io/integrations/api/webhooks/",
    setUp: "https://docs.customer.io/integrations/data-out/connections/webhooks/",
  },
  secret: { label: "Webhook signing key", where: "On the reporting webhook's page." },
  scheme: timedHeaders("X-CIO-Signature", {
    timestamp: "X-CIO-Timestamp",
    signed: "v0:{timestamp}:{body}",
    encoding: "hex",
    toleranceSeconds: null,
  }),
  challenges: [],
  eventType: [[body("object_type"), body("metric")]],
  idempotencyKeys: ["request.body.event_id"],
  steps: [
    step("Open Data & Integrations, Integrations, Reporting Webhooks, Add."),
    step("Endpoint URL", "url"),
    step("The signing key is on its page. It goes into the field Webhook signing key here."),
  ],
};
