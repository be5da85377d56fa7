import type { EndpointCertificate } from "@/lib/nouns/endpoints/tls-schemas";

/** Time enough to order another one. */
const SOON_MS = 30 * 86_400_000;

export const CERTIFICATE_WORDS: Readonly<Record<EndpointCertificate["kind"], string>> = {
  client: "Client certificate",
  authority: "Own authority",
};

/** How long a certificate holds: it `ends` within 30 days, or has `ended`. */
export type CertificateState = "holds" | "ends" | "ended";

export function stateOf({ expires_at }: EndpointCertificate, nowMs: number): CertificateState {
  const leftMs = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - nowMs;
  if (leftMs <= 0) return "ended";
  return leftMs <= SOON_MS ? "ends" : "holds";
}

/** The certificate that ends first, if that is soon or past. */
export function findEnding(certificates: readonly EndpointCertificate[], nowMs: number): EndpointCertificate | null {
  const ending = certificates.filter((one) => stateOf(one, nowMs) !== "holds");
  const byEnd = ending.sort((a, b) => Date.parse(a.expires_at ?? "") - Date.parse(b.expires_at ?? ""));
  return byEnd[0] ?? null;
}
