import { type Provider, step } from "../provider";
import { body, header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Sentry",
  alsoCalled: ["errors", "monitoring"],
  docs: {
    signature:
      "https://docs.sentry.io/organization/integrations/integration-platform/webhooks/#verifying-the-signature",
    eventType: "https://docs.sentry.io/organization/integrations/integration-platform/webhooks/#sentry-hook-resource",
    setUp: "https://docs.sentry.io/organization/integrations/integration-platform/internal-integration/",
  },
  secret: { label: "Client secret", where: "On the internal integration's page, under Credentials." },
  scheme: plainHmac("Sentry-Hook-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[header("Sentry-Hook-Resource"), body("action")], [header("Sentry-Hook-Resource")]],
  idempotencyKeys: ["request.header.Request-ID"],
  steps: [
    step("Open Settings, Custom Integrations, Create New Integration, Internal Integration."),
    step("Webhook URL", "url"),
    step("Give it the permissions, choose the resources and save."),
    step("The client secret below goes into the field Client secret here."),
  ],
};
