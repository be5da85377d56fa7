import { BARE_TOKEN } from "../challenge";
import { type Provider, step } from "../provider";
import { plainHmac, query } from "../scheme";

export const provider: Provider = {
  title: "X (Twitter)",
  alsoCalled: ["Twitter", "Account Activity API"],
  docs: {
    signature: "https://docs.x.com/x-api/webhooks/introduction",
    challenge: "https://docs.x.com/x-api/webhooks/introduction",
    eventType: "https://docs.x.com/x-api/account-activity/introduction",
    setUp: "https://docs.x.com/x-api/webhooks/quickstart",
  },
  secret: {
    label: "Consumer secret",
    where: "The consumer secret of your app. It signs deliveries and answers the challenge.",
  },
  scheme: {
    ...plainHmac("X-Twitter-Webhooks-Signature", { encoding: "base64" }),
    signature: { form: "named", header: "X-Twitter-Webhooks-Signature" },
  },
  challenges: [
    {
      method: "GET",
      isSigned: false,
      when: [{ at: query("crc_token"), is: "present" }],
      question: query("crc_token"),
      verifyToken: null,
      proof: { hash: "SHA256", encoding: "base64", key: "utf8", matching: BARE_TOKEN },
      answer: { type: "json", json: { response_token: "sha256={proof}" } },
    },
  ],
  eventType: [[{ in: "field_name", matching: "^[a-z_]+_events?$" }]],
  idempotencyKeys: [],
  steps: [
    step(
      "In the developer portal open your app, Keys and tokens. The consumer secret goes into the field Consumer secret here.",
    ),
    step("Register the URL with the app's bearer token: POST /2/webhooks with this as url.", "url"),
    step("X asks for proof at once and again every hour. Hookyard answers by itself."),
    step("Subscribe the accounts whose activity you want."),
  ],
};
