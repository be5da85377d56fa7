import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";
import { signHmac, startHmac } from "./hmac";

/** How a project writes its own signature header, besides the Standard Webhooks ones. */
export type SignatureFormat = { hash: HmacHash; encoding: HmacEncoding };

export const DEFAULT_SIGNATURE_FORMAT: SignatureFormat = { hash: "SHA256", encoding: "hex" };

/**
 * The value of an endpoint with `advanced_signatures`: `t=<unix seconds>,v1=<digest>[,v1=<digest>…]`, an HMAC over
 * `<t>,<body>` per key. The timestamp is signed, so a receiver can refuse a replayed request.
 */
export async function signAdvanced(
  timestampSeconds: number,
  body: Buffer,
  keys: readonly Buffer[],
  { hash, encoding }: SignatureFormat = DEFAULT_SIGNATURE_FORMAT,
): Promise<string> {
  const prefix = `${timestampSeconds},`;
  let value = `t=${timestampSeconds}`;
  for (const key of keys) value += `,v1=${(await signHmac(startHmac(hash, key), prefix, body)).digest(encoding)}`;
  return value;
}

/** The value of an endpoint without `advanced_signatures`: the HMAC of the body alone, by one key. */
export async function signSimple(
  body: Buffer,
  key: Buffer,
  { hash, encoding }: SignatureFormat = DEFAULT_SIGNATURE_FORMAT,
): Promise<string> {
  return (await signHmac(startHmac(hash, key), "", body)).digest(encoding);
}
