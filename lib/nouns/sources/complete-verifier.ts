import type { FieldError } from "@/lib/kernel/errors";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { Verifier, type VerifierInput } from "@/lib/nouns/sources/schemas";
import { providers } from "@/lib/providers/providers.gen";
import { findSecretProblem } from "@/lib/providers/verification/secret-problem";
import { plainHmacOf, toProviderVerifier } from "@/lib/providers/verifiers/provider-verifier";

/**
 * Completes a caller's verifier: with a provider from its way of signing and the given secret, else the given object,
 * which must then be complete.
 */
export function completeVerifier(
  input: VerifierInput,
  provider: ProviderName | null,
): { verifier: Verifier } | { errors: FieldError[] } {
  if (provider !== null) return completeOfProvider(input, provider);
  if (input.type === "provider") {
    return { errors: [{ path: "verifier.type", message: "Choose a provider, or a verifier of another type." }] };
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

function completeOfProvider(
  input: VerifierInput,
  provider: ProviderName,
): { verifier: Verifier } | { errors: FieldError[] } {
  const secret = secretIn(input);
  if (secret === null) return { errors: [secretMissing(provider)] };
  const problem = findSecretProblem(providers[provider].scheme, secret);
  if (problem !== null) return { errors: [{ path: `verifier.${input.type}.secret`, message: problem }] };
  // One type takes longer secrets than another.
  const made = Verifier.safeParse(toProviderVerifier(provider, secret));
  if (made.success) return { verifier: made.data };
  return { errors: made.error.issues.map(({ message }) => ({ path: `verifier.${input.type}.secret`, message })) };
}

/** The stored credentials by the paths where a caller may repeat them: the secret of a provider has two. */
export function toRepeatable(stored: Verifier | null, provider: ProviderName | null): object {
  const secret = stored && provider !== null ? secretIn(stored) : null;
  return secret === null ? (stored ?? {}) : { hmac: { secret }, provider: { secret } };
}

function secretIn(input: VerifierInput): string | null {
  if (input.type === "hmac") return input.hmac.secret;
  return input.type === "provider" ? input.provider.secret : null;
}

export function secretMissing(provider: ProviderName): FieldError {
  const type = plainHmacOf(provider) ? "hmac" : "provider";
  const { title, secret } = providers[provider];
  return {
    path: `verifier.${type}.secret`,
    message: `Give a verifier of type ${type} with the ${secret.label.toLowerCase()} of ${title} as its secret.`,
  };
}

/** Settings that contradict the provider's way of signing: they would refuse everything it sends. */
export function findForeignSettings(input: VerifierInput, provider: ProviderName): FieldError[] {
  if (input.type !== "hmac") return [];
  const plain: Partial<Record<string, string>> = plainHmacOf(provider) ?? {};
  return (["header", "hash", "encoding"] as const)
    .filter((name) => input.hmac[name] !== undefined && input.hmac[name].toLowerCase() !== plain[name]?.toLowerCase())
    .map((name) => ({
      path: `verifier.hmac.${name}`,
      message: `${providers[provider].title} signs ${plain[name] ? `with ${plain[name]}` : "in a way of its own"}; leave this out or leave out the provider.`,
    }));
}
