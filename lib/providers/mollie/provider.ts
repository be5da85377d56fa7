import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Mollie",
  alsoCalled: ["payments", "next-gen webhooks"],
  docs: {
    signature: "https://docs.mollie.com/reference/best-practices",
    eventType: "https://docs.mollie.com/reference/webhooks-new",
    setUp: "https://docs.mollie.com/reference/webhooks-new",
  },
  secret: {
    label: "Signing secret",
    where: "It is shown when the webhook is created. Classic webhooks, which hold an id only, are not signed.",
  },
  scheme: {
    ...plainHmac("X-Mollie-Signature", { encoding: "hex" }),
    signature: { form: "named", header: "X-Mollie-Signature" },
  },
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("In the dashboard open Developers, Webhooks, and create one of the next generation."),
    step("URL", "url"),
    step("Choose the events and create it: its signing secret is shown. It goes into the field Signing secret here."),
  ],
};
