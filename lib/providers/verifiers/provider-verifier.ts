import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";
import type { HmacSettings, VerifierSettings } from "./verifier";

/**
 * The verifier of a source with a provider. A provider that does nothing but sign the body by HMAC has the contract's
 * verifier of that type, with its header, hash and encoding; any other has one that holds the secret only.
 */
export function toProviderVerifier(name: ProviderName, secret: string): VerifierSettings {
  const plain = plainHmacOf(name);
  return plain ? { type: "hmac", hmac: { ...plain, secret } } : { type: "provider", provider: { secret } };
}

/** How a provider signs, if a verifier of type hmac says all of it. */
export function plainHmacOf(name: ProviderName): Omit<HmacSettings, "secret"> | null {
  const { scheme } = providers[name];
  if (scheme.kind !== "signature" || scheme.signature.form !== "named") return null;
  const { algorithm, signature, encoding } = scheme;
  return algorithm.type === "hmac" ? { header: signature.header, hash: algorithm.hash, encoding } : null;
}

/** What a verifier shares with the source's provider; null if nothing. */
export function secretOf(settings: VerifierSettings): string | null {
  if (settings.type === "hmac") return settings.hmac.secret;
  return settings.type === "provider" ? settings.provider.secret : null;
}
