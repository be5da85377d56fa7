import { type Provider, step } from "../provider";
import { header } from "../scheme";

export const provider: Provider = {
  title: "Telegram",
  alsoCalled: ["bot", "chat"],
  docs: {
    signature: "https://core.telegram.org/bots/api#setwebhook",
    eventType: "https://core.telegram.org/bots/api#update",
    idempotencyKeys: "https://core.telegram.org/bots/api#update",
    setUp: "https://core.telegram.org/bots/webhooks",
  },
  secret: { label: "Secret token", where: "The secret_token that you give to setWebhook: letters, digits, _ and -." },
  scheme: { kind: "token", at: header("X-Telegram-Bot-Api-Secret-Token"), prefix: "" },
  challenges: [],
  eventType: [[{ in: "field_name", matching: "^(?!update_id$)[a-z_]+$" }]],
  idempotencyKeys: ["request.body.update_id"],
  steps: [
    step("Call setWebhook of the Bot API with your bot's token."),
    step("url", "url"),
    step("secret_token: the same text as in the field Secret token here."),
  ],
};
