import { type Provider, step } from "../provider";
import { body, header, plainHmac, timedPairs } from "../scheme";

export const provider: Provider = {
  title: "Convoy",
  alsoCalled: ["gateway", "X-Convoy-Signature"],
  docs: { signature: "https://getconvoy.io/docs/product-manual/signatures" },
  secret: { label: "Endpoint secret", where: "In the settings of the endpoint in Convoy." },
  scheme: {
    kind: "any_of",
    schemes: [
      timedPairs("X-Convoy-Signature", { signed: "{timestamp},{body}", toleranceSeconds: 300 }),
      timedPairs("X-Convoy-Signature", { signed: "{timestamp},{body}", encoding: "base64", toleranceSeconds: 300 }),
      plainHmac("X-Convoy-Signature", { encoding: "hex" }),
      plainHmac("X-Convoy-Signature", { encoding: "base64" }),
    ],
  },
  challenges: [],
  eventType: [[header("X-Convoy-Event-Type")], [body("event_type")], [body("type")]],
  idempotencyKeys: ["request.header.X-Convoy-Idempotency-Key"],
  steps: [
    step("In the Convoy project create an endpoint. URL", "url"),
    step("Its secret is in the same form. It goes into the field Endpoint secret here."),
    step("The project's signatures use SHA256, in hex or base64, simple or advanced: all four are taken."),
  ],
};
