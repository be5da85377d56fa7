import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Heroku",
  alsoCalled: ["deployments", "apps"],
  docs: {
    signature: "https://devcenter.heroku.com/articles/app-webhooks#using-the-shared-secret",
    eventType: "https://devcenter.heroku.com/articles/app-webhooks-schema",
    setUp: "https://devcenter.heroku.com/articles/app-webhooks",
  },
  secret: { label: "Secret", where: "The text that you give as secret when you add the webhook." },
  scheme: plainHmac("Heroku-Webhook-Hmac-SHA256", { encoding: "base64" }),
  challenges: [],
  eventType: [[body("webhook_metadata.event.include")], [body("resource"), body("action")]],
  idempotencyKeys: ["request.body.webhook_metadata.event.id"],
  steps: [
    step("Add the webhook with the Heroku CLI: heroku webhooks:add."),
    step("-u", "url"),
    step("-s: the same text as in the field Secret here."),
    step("-i: what you want, such as api:release."),
  ],
};
