import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Discord",
  alsoCalled: ["bot", "interactions", "webhook events", "chat"],
  docs: {
    signature: "https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint",
    challenge: "https://discord.com/developers/docs/events/webhook-events#preparing-for-events",
    eventType: "https://discord.com/developers/docs/events/webhook-events#event-types",
    setUp: "https://discord.com/developers/docs/events/webhook-events#configuring-a-webhook-events-url",
  },
  secret: { label: "Public key", where: "On the app's page General Information: 64 hexadecimal digits." },
  scheme: {
    kind: "signature",
    algorithm: { type: "ed25519", key: "hex" },
    signature: { form: "alone", at: header("X-Signature-Ed25519"), prefix: "" },
    encoding: "hex",
    signed: "{timestamp}{body}",
    timestamp: { at: header("X-Signature-Timestamp"), unit: "seconds", toleranceSeconds: 300 },
    id: null,
    bodyHash: null,
  },
  challenges: [
    {
      method: "POST",
      isSigned: true,
      when: [{ at: body("type"), is: { text: "0" } }],
      question: null,
      verifyToken: null,
      proof: null,
      answer: { type: "empty", status: 204 },
    },
    {
      method: "POST",
      isSigned: true,
      when: [
        { at: body("type"), is: { text: "1" } },
        { at: body("event.type"), is: "absent" },
      ],
      question: null,
      verifyToken: null,
      proof: null,
      answer: { type: "json", json: { type: 1 } },
    },
  ],
  eventType: [[body("event.type")], [body("data.name")]],
  idempotencyKeys: [],
  steps: [
    step(
      "In the developer portal open your app. Its public key is under General Information and goes into the field Public key here.",
    ),
    step("Save the source here first: Discord pings the address as soon as it knows it."),
    step("Under Webhooks, Endpoint", "url"),
    step("Switch Events on, choose them and save. Hookyard answers the ping by itself."),
  ],
};
