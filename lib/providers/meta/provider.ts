import { type Provider, step } from "../provider";
import { body, plainHmac, query } from "../scheme";

export const provider: Provider = {
  title: "Meta",
  alsoCalled: ["Facebook", "Instagram", "Messenger", "Graph API", "pages"],
  docs: {
    signature: "https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads",
    challenge: "https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests",
    eventType: "https://developers.facebook.com/docs/graph-api/webhooks/reference",
    setUp: "https://developers.facebook.com/docs/graph-api/webhooks/getting-started",
  },
  secret: { label: "App secret", where: "In the app under App settings, Basic." },
  scheme: plainHmac("X-Hub-Signature-256", { encoding: "hex", prefix: "sha256=" }),
  challenges: [
    {
      method: "GET",
      isSigned: false,
      when: [{ at: query("hub.mode"), is: { text: "subscribe" } }],
      question: query("hub.challenge"),
      verifyToken: query("hub.verify_token"),
      proof: null,
      answer: { type: "text", text: "{question}" },
    },
  ],
  eventType: [[body("object"), body("entry.0.changes.0.field")], [body("object")]],
  idempotencyKeys: [],
  steps: [
    step("In the app's dashboard open Webhooks and choose the object to subscribe to."),
    step("Callback URL", "url"),
    step("Verify token", "verify_token"),
    step("Verify and save. Hookyard answers by itself. Then subscribe to the fields."),
    step("Under App settings, Basic stands the app secret. It goes into the field App secret here."),
  ],
};
