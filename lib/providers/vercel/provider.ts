import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Vercel",
  alsoCalled: ["deployments", "hosting"],
  docs: {
    signature: "https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks",
    eventType: "https://vercel.com/docs/webhooks/webhooks-api",
    idempotencyKeys: "https://vercel.com/docs/webhooks/webhooks-api",
    setUp: "https://vercel.com/docs/webhooks",
  },
  secret: { label: "Secret", where: "It is shown once, when the webhook is created." },
  scheme: plainHmac("x-vercel-signature", { encoding: "hex", hash: "SHA1" }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In the team's settings open Webhooks."),
    step("Choose the events and the projects."),
    step("Endpoint URL", "url"),
    step("Create the webhook. The secret that is shown now, and never again, goes into the field Secret here."),
  ],
};
