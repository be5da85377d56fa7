import { type Provider, step } from "../provider";
import { body, plainHmac, query } from "../scheme";

export const provider: Provider = {
  title: "Nylas",
  alsoCalled: ["email", "calendar"],
  docs: {
    signature: "https://developer.nylas.com/docs/v3/notifications/",
    challenge: "https://developer.nylas.com/docs/v3/notifications/",
    eventType: "https://developer.nylas.com/docs/reference/notifications/",
    idempotencyKeys: "https://developer.nylas.com/docs/v3/notifications/",
    setUp: "https://developer.nylas.com/docs/v3/notifications/",
  },
  secret: { label: "Webhook secret", where: "The API answers it when the webhook is created." },
  scheme: plainHmac("X-Nylas-Signature", { encoding: "hex" }),
  challenges: [
    {
      method: "GET",
      isSigned: false,
      when: [{ at: query("challenge"), is: "present" }],
      question: query("challenge"),
      verifyToken: null,
      proof: null,
      answer: { type: "text", text: "{question}" },
    },
  ],
  eventType: [[body("type")]],
  idempotencyKeys: ["request.body.id"],
  steps: [
    step("Save the source here first: Nylas asks for an answer as soon as it knows the URL."),
    step("In the dashboard open Notifications, Create webhook."),
    step("Webhook URL. Hookyard answers the challenge by itself.", "url"),
    step("Its secret is shown once. It goes into the field Webhook secret here."),
  ],
};
