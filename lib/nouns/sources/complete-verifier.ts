import type { FieldError } from "@/lib/kernel/errors";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { Verifier, VerifierInput } from "@/lib/nouns/sources/schemas";
import { providers, toProviderVerifier } from "@/lib/providers/providers";

/**
 * Completes a caller's verifier: with a provider from its way of signing and the given secret, else the given object,
 * which must then be complete.
 */
export function completeVerifier(
  input: VerifierInput,
  provider: ProviderName | null,
): { verifier: Verifier } | { errors: FieldError[] } {
  if (provider !== null) {
    if (input.type !== "hmac") return { errors: [secretMissing(provider)] };
    return { verifier: toProviderVerifier(provider, input.hmac.secret) };
  }
  if (input.type !== "hmac") return { verifier: input };
  const { header, hash, encoding, secret } = input.hmac;
  if (header !== undefined && hash !== undefined && encoding !== undefined) {
    return { verifier: { type: "hmac", hmac: { header, hash, encoding, secret } } };
  }
  const missing = Object.entries({ header, hash, encoding }).filter(([, value]) => value === undefined);
  return {
    errors: missing.map(([name]) => ({ path: `verifier.hmac.${name}`, message: `Give the ${name}, or a provider.` })),
  };
}

export function secretMissing(provider: ProviderName): FieldError {
  return {
    path: "verifier.hmac.secret",
    message: `Give a verifier of type hmac with the secret that ${providers[provider].title} signs with.`,
  };
}

/** Settings that contradict the provider's way of signing: they would refuse everything it sends. */
export function findForeignSettings(input: VerifierInput, provider: ProviderName): FieldError[] {
  if (input.type !== "hmac") return [];
  const { title, hmac } = providers[provider];
  return (["header", "hash", "encoding"] as const)
    .filter((name) => input.hmac[name] !== undefined && input.hmac[name].toLowerCase() !== hmac[name].toLowerCase())
    .map((name) => ({
      path: `verifier.hmac.${name}`,
      message: `${title} signs with ${hmac[name]}; leave this out or leave out the provider.`,
    }));
}
