import { type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import { SLICE_BYTES, signHmac, startHmac } from "./hmac";

/** The headers that Standard Webhooks defines, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export type StandardHeaders = { "webhook-id": string; "webhook-timestamp": string; "webhook-signature": string };

/** A secret's bytes sign by HMAC, the private key of a key pair by Ed25519. */
export type StandardKey = Buffer | KeyObject;

/**
 * Signs the exact bytes of a body over `<id>.<timestamp>.<body>`, an entry for each key, so that a receiver may have any
 * live one: `v1,<base64>` by HMAC-SHA256 for a secret, `v1a,<base64>` by Ed25519 for a key pair. Secrets come from
 * `toKey`, private keys from `toPrivateKey`; without any the signature is empty.
 */
export async function signStandard(
  id: string,
  timestampSeconds: number,
  body: Buffer,
  keys: readonly StandardKey[],
): Promise<StandardHeaders> {
  const prefix = `${id}.${timestampSeconds}.`;
  const entries: string[] = [];
  for (const key of keys) {
    entries.push(
      Buffer.isBuffer(key)
        ? `v1,${(await signHmac(startHmac("SHA256", key), prefix, body)).digest("base64")}`
        : `v1a,${(await signEd25519(key, prefix, body)).toString("base64")}`,
    );
  }
  return { "webhook-id": id, "webhook-timestamp": String(timestampSeconds), "webhook-signature": entries.join(" ") };
}

const signAside = promisify(sign) as (algorithm: null, data: Buffer, key: KeyObject) => Promise<Buffer>;

/** Ed25519 signs a whole text at once: a large one on another thread, so that the process goes on meanwhile. */
async function signEd25519(key: KeyObject, prefix: string, body: Buffer): Promise<Buffer> {
  const data = Buffer.concat([Buffer.from(prefix), body]);
  return data.length <= SLICE_BYTES ? sign(null, data, key) : signAside(null, data, key);
}
