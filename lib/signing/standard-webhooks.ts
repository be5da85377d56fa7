import { signHmac, startHmac } from "./hmac";

/** The headers that Standard Webhooks defines, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export type StandardHeaders = { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string };

/**
 * Signs the exact bytes of a body: HMAC-SHA256 over `<id>.<timestamp>.<body>`, one `v1,<base64>` entry per key, so that
 * a receiver may have any live secret. `keys` come from `toKey`; without one the signature is empty.
 */
export async function signStandard(
  id: string,
  timestampSeconds: number,
  body: Buffer,
  keys: readonly Buffer[],
): Promise<StandardHeaders> {
  const prefix = `${id}.${timestampSeconds}.`;
  const entries: string[] = [];
  for (const key of keys) {
    entries.push(`v1,${(await signHmac(startHmac("SHA256", key), prefix, body)).digest("base64")}`);
  }
  return { "webhook-id": id, "webhook-timestamp": String(timestampSeconds), "webhook-signature": entries.join(" ") };
}
