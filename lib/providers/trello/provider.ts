import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Trello",
  alsoCalled: ["Atlassian", "boards"],
  docs: {
    signature: "https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/#webhook-signatures",
    challenge: "https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/#creating-a-webhook",
    eventType: "https://developer.atlassian.com/cloud/trello/guides/rest-api/action-types/",
    setUp: "https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/",
  },
  secret: { label: "Secret", where: "The secret of your Power-Up, on its page API key." },
  scheme: { ...plainHmac("X-Trello-Webhook", { encoding: "base64", hash: "SHA1" }), signed: "{body}{url}" },
  challenges: [
    {
      method: "HEAD",
      isSigned: false,
      when: [],
      question: null,
      verifyToken: null,
      proof: null,
      answer: { type: "empty", status: 200 },
    },
  ],
  eventType: [[body("action.type")]],
  idempotencyKeys: ["request.body.action.id"],
  steps: [
    step("The secret of your Power-Up goes into the field Secret here."),
    step("Save the source here first: Trello asks whether the address answers."),
    step(
      "Create a webhook by Trello's API: POST /1/webhooks with callbackURL, exactly this one, because it is signed too.",
      "url",
    ),
  ],
};
