import { type Provider, step } from "../provider";
import { plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Airtable",
  alsoCalled: ["bases", "records", "spreadsheets"],
  docs: {
    signature: "https://airtable.com/developers/web/api/webhooks-overview#webhook-notification-delivery",
    setUp: "https://airtable.com/developers/web/api/create-a-webhook",
  },
  secret: {
    label: "MAC secret",
    where: "The macSecretBase64 in the answer when the webhook is created. It is shown only there.",
  },
  scheme: {
    ...plainHmac("X-Airtable-Content-MAC", { encoding: "hex", prefix: "hmac-sha256=" }),
    algorithm: { type: "hmac", hash: "SHA256", key: "base64" },
  },
  challenges: [],
  eventType: [],
  idempotencyKeys: [],
  steps: [
    step("Create a webhook by Airtable's API: POST /v0/bases/{baseId}/webhooks, with this as notificationUrl.", "url"),
    step("Copy macSecretBase64 of the answer into the field MAC secret here."),
    step("A webhook says only that something changed: what, tells GET /v0/bases/{baseId}/webhooks/{id}/payloads."),
    step("One that was made with a personal access token ends after seven days, unless it is refreshed."),
  ],
};
