import { startHmac } from "@/lib/signing/hmac";
import type { Provider } from "./provider";

/** https://docs.x.com/x-api/webhooks/introduction: the challenge-response check and the signature, both by the app's consumer secret. */
export const twitter: Provider = {
  name: "twitter",
  title: "Twitter",
  hmac: { header: "X-Twitter-Webhooks-Signature", hash: "SHA256", encoding: "base64" },
  eventTypeOf: (_headers, body) => findActivity(body),
  challenge: (query, secret) => {
    const token = Object.hasOwn(query, "crc_token") ? query.crc_token : undefined;
    if (typeof token !== "string" || token === "") return null;
    const proof = startHmac("SHA256", secret).update(token).digest("base64");
    return { contentType: "application/json", body: JSON.stringify({ response_token: `sha256=${proof}` }) };
  },
};

/** The key of an account activity names its type, such as `tweet_create_events`. */
function findActivity(body: unknown): string | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  return Object.keys(body).find((key) => /^[a-z_]+_events?$/.test(key)) ?? null;
}
