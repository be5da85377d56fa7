import { type Provider, step } from "../provider";
import { body, timedHeaders } from "../scheme";

export const provider: Provider = {
  title: "Webflow",
  alsoCalled: ["sites", "forms"],
  docs: {
    signature: "https://developers.webflow.com/data/docs/working-with-webhooks",
    eventType: "https://developers.webflow.com/data/docs/working-with-webhooks",
    setUp: "https://developers.webflow.com/data/docs/working-with-webhooks",
  },
  secret: {
    label: "Signing secret",
    where: "The secret key of a webhook made in the dashboard, or the client secret of the app that made it.",
  },
  scheme: timedHeaders("x-webflow-signature", {
    timestamp: "x-webflow-timestamp",
    signed: "{timestamp}:{body}",
    encoding: "hex",
    toleranceSeconds: 300,
    unit: "milliseconds",
  }),
  challenges: [],
  eventType: [[body("triggerType")]],
  idempotencyKeys: [],
  steps: [
    step("In the site's settings open Apps & integrations, Webhooks, Add webhook."),
    step("Choose the trigger type and the API version V2."),
    step("URL", "url"),
    step("The secret key of the webhook is shown. It goes into the field Signing secret here."),
  ],
};
