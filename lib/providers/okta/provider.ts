import { type Provider, step, text } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Okta",
  alsoCalled: ["users", "sign-in", "event hooks"],
  docs: {
    signature: "https://developer.okta.com/docs/concepts/event-hooks/",
    challenge: "https://developer.okta.com/docs/concepts/event-hooks/#one-time-verification-request",
    eventType: "https://developer.okta.com/docs/reference/api/event-types/",
    idempotencyKeys: "https://developer.okta.com/docs/concepts/event-hooks/",
    setUp: "https://developer.okta.com/docs/guides/event-hook-implementation/nodejs/main/",
  },
  secret: {
    label: "Authentication secret",
    where: "A text of your choice. Okta signs nothing; it sends it along in the header Authorization.",
  },
  scheme: { kind: "token", at: header("Authorization"), prefix: "" },
  challenges: [
    {
      method: "GET",
      isSigned: false,
      when: [{ at: header("X-Okta-Verification-Challenge"), is: "present" }],
      question: header("X-Okta-Verification-Challenge"),
      verifyToken: null,
      proof: null,
      answer: { type: "json", json: { verification: "{question}" } },
    },
  ],
  eventType: [[body("data.events.0.eventType")]],
  idempotencyKeys: ["request.body.data.events.0.uuid"],
  steps: [
    step("In the Admin Console open Workflow, Event Hooks, Create Event Hook."),
    step("Endpoint URL", "url"),
    step("Authentication field", text("Authorization")),
    step("Authentication secret: the same text as in the field Authentication secret here."),
    step("Choose the events, save, and press Verify: Hookyard answers by itself."),
  ],
};
