import { type Provider, step } from "../provider";
import { body, query } from "../scheme";

export const provider: Provider = {
  title: "Braintree",
  alsoCalled: ["PayPal", "payments", "subscriptions"],
  docs: {
    signature: "https://developer.paypal.com/braintree/docs/guides/webhooks/parse",
    challenge: "https://developer.paypal.com/braintree/docs/guides/webhooks/create",
    setUp: "https://developer.paypal.com/braintree/docs/guides/webhooks/create",
  },
  secret: {
    label: "Public and private key",
    where: "The public key, the sign | and the private key, both from the Control Panel's API keys.",
  },
  scheme: {
    kind: "signature",
    algorithm: { type: "hmac", hash: "SHA1", key: "sha1_of_named" },
    signature: { form: "named_keys", at: body("bt_signature") },
    encoding: "hex",
    signed: "{field:bt_payload}",
    timestamp: null,
    id: null,
    bodyHash: null,
  },
  challenges: [
    {
      method: "GET",
      isSigned: false,
      when: [{ at: query("bt_challenge"), is: "present" }],
      question: query("bt_challenge"),
      verifyToken: null,
      proof: { hash: "SHA1", encoding: "hex", key: "sha1_of_named", matching: "^[a-f0-9]{20,32}$" },
      answer: { type: "text", text: "{key_name}|{proof}" },
    },
  ],
  // The type stands in XML in base64, where no place leads.
  eventType: [],
  idempotencyKeys: [],
  steps: [
    step("In the Control Panel open Settings, API, API Keys. Both keys go into the field here, as public|private."),
    step("Save the source here first: Braintree asks at once whether the address is yours."),
    step("Under Settings, API, Webhooks create a new webhook. Destination URL", "url"),
    step("Choose the notifications and create it. Check URL sends a first one."),
  ],
};
