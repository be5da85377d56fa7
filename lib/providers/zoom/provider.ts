import { BARE_TOKEN } from "../challenge";
import { type Provider, step } from "../provider";
import { body, timedHeaders } from "../scheme";

export const provider: Provider = {
  title: "Zoom",
  alsoCalled: ["meetings", "video"],
  docs: {
    signature: "https://developers.zoom.us/docs/api/webhooks/#verify-webhook-events",
    challenge: "https://developers.zoom.us/docs/api/webhooks/#validate-your-webhook-endpoint",
    eventType: "https://developers.zoom.us/docs/api/webhooks/",
    setUp: "https://developers.zoom.us/docs/api/webhooks/",
  },
  secret: { label: "Secret token", where: "On the app's page Access, at its Features: Token." },
  scheme: timedHeaders("x-zm-signature", {
    timestamp: "x-zm-request-timestamp",
    signed: "v0:{timestamp}:{body}",
    prefix: "v0=",
    encoding: "hex",
    toleranceSeconds: 300,
  }),
  challenges: [
    {
      method: "POST",
      isSigned: true,
      when: [{ at: body("event"), is: { text: "endpoint.url_validation" } }],
      question: body("payload.plainToken"),
      verifyToken: null,
      proof: { hash: "SHA256", encoding: "hex", key: "utf8", matching: BARE_TOKEN },
      answer: { type: "json", json: { plainToken: "{question}", encryptedToken: "{proof}" } },
    },
  ],
  eventType: [[body("event")]],
  idempotencyKeys: [],
  steps: [
    step("In the App Marketplace open your app, Access. Its secret token goes into the field Secret token here."),
    step("Save the source here first: Zoom validates the address before it can be saved there."),
    step("Under Event Subscriptions add one. Event notification endpoint URL", "url"),
    step("Press Validate: Hookyard answers by itself, now and every 72 hours. Choose the events and save."),
  ],
};
