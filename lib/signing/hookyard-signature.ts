import type { HmacEncoding, HmacHash } from "@/lib/vocabulary";
import { startHmac } from "./hmac";

/** How a project writes its own signature header, beside the Standard Webhooks ones. */
export type SignatureFormat = { hash: HmacHash; encoding: HmacEncoding };

export const DEFAULT_SIGNATURE_FORMAT: SignatureFormat = { hash: "SHA256", encoding: "hex" };

/**
 * The value of an endpoint with `advanced_signatures`: `t=<unix seconds>,v1=<digest>[,v1=<digest>…]`, an HMAC over
 * `<t>,<body>` per key. The timestamp is signed, so a receiver can refuse what is replayed to it.
 */
export function signAdvanced(
  timestampSeconds: number,
  body: Buffer,
  keys: readonly Buffer[],
  format: SignatureFormat = DEFAULT_SIGNATURE_FORMAT,
): string {
  const prefix = `${timestampSeconds},`;
  const digests = keys.map((key) => {
    return `,v1=${startHmac(format.hash, key).update(prefix).update(body).digest(format.encoding)}`;
  });
  return `t=${timestampSeconds}${digests.join("")}`;
}

/** The value of an endpoint without `advanced_signatures`: the HMAC of the body alone, by one key. */
export function signSimple(body: Buffer, key: Buffer, format: SignatureFormat = DEFAULT_SIGNATURE_FORMAT): string {
  return startHmac(format.hash, key).update(body).digest(format.encoding);
}
