import { createHash } from "node:crypto";
import braintree from "braintree";
import { digest, type Vectors } from "../vectors.fixture";

const [publicKey, privateKey] = ["wzs2kqdz7ynfsxqs", "0123456789abcdef0123456789abcdef"] as const;

const gateway = new braintree.BraintreeGateway({
  environment: braintree.Environment.Sandbox,
  merchantId: "merchant",
  publicKey,
  privateKey,
});

/** The other key of a merchant whose keys are rotated signs too. */
const signBoth = (secret: string, text: string) => {
  const [name = "", key = ""] = secret.split("|");
  const hmac = digest(createHash("sha1").update(key).digest(), text, "sha1 hex");
  return `another0key|${digest("another", text, "sha1 hex")}&${name}|${hmac}`;
};

export const vectors: Vectors = {
  secret: `${publicKey}|${privateKey}`,
  by: "own",
  sign: ({ form, secret }) => {
    const payload = form.bt_payload ?? "";
    return { body: new URLSearchParams({ bt_signature: signBoth(secret, payload), bt_payload: payload }).toString() };
  },
  accepts: async ({ body }) => {
    const fields = new URLSearchParams(body);
    await gateway.webhookNotification.parse(fields.get("bt_signature") ?? "", fields.get("bt_payload") ?? "");
  },
  challenges: [
    {
      request: { method: "GET", query: "bt_challenge=20f9f8ed05f77439fe955c977e4c8a53" },
      answer: {
        status: 200,
        contentType: "text/plain",
        body: `${publicKey}|${digest(createHash("sha1").update(privateKey).digest(), "20f9f8ed05f77439fe955c977e4c8a53", "sha1 hex")}`,
      },
    },
  ],
};
