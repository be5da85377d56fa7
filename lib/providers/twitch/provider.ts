import { type Provider, step } from "../provider";
import { body, header, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Twitch",
  alsoCalled: ["EventSub", "streams"],
  docs: {
    signature: "https://dev.twitch.tv/docs/eventsub/handling-webhook-events/#verifying-the-event-message",
    challenge: "https://dev.twitch.tv/docs/eventsub/handling-webhook-events/#responding-to-a-challenge-request",
    eventType: "https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/",
    idempotencyKeys: "https://dev.twitch.tv/docs/eventsub/handling-webhook-events/#processing-an-event",
    setUp: "https://dev.twitch.tv/docs/eventsub/handling-webhook-events/",
  },
  secret: { label: "Secret", where: "The text that you give as transport.secret: 10 to 100 characters." },
  scheme: {
    ...plainHmac("Twitch-Eventsub-Message-Signature", { encoding: "hex", prefix: "sha256=" }),
    signed: "{id}{timestamp}{body}",
    timestamp: { at: header("Twitch-Eventsub-Message-Timestamp"), unit: "iso8601", toleranceSeconds: 600 },
    id: header("Twitch-Eventsub-Message-Id"),
  },
  challenges: [
    {
      method: "POST",
      isSigned: true,
      when: [{ at: header("Twitch-Eventsub-Message-Type"), is: { text: "webhook_callback_verification" } }],
      question: body("challenge"),
      verifyToken: null,
      proof: null,
      answer: { type: "text", text: "{question}" },
    },
  ],
  eventType: [[header("Twitch-Eventsub-Subscription-Type")]],
  idempotencyKeys: ["request.header.Twitch-Eventsub-Message-Id"],
  steps: [
    step("Save the source here first: Twitch asks for an answer as soon as you subscribe."),
    step("Create a subscription by Twitch's API: POST /helix/eventsub/subscriptions with the method webhook."),
    step("transport.callback", "url"),
    step("transport.secret: the same text as in the field Secret here."),
  ],
};
