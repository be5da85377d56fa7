import type { FieldError } from "@/lib/kernel/errors";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { Verifier, type VerifierInput } from "@/lib/nouns/sources/schemas";
import { providers } from "@/lib/providers/providers.gen";
import { findSecretProblem } from "@/lib/providers/verification/secret-problem";
import { credentialOf } from "@/lib/providers/verifiers/credential";
import { completeProviderSettings, plainHmacOf, toProviderVerifier } from "@/lib/providers/verifiers/provider-verifier";
import type { ProviderSettings } from "@/lib/providers/verifiers/verifier";

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
  const given = settingsIn(input);
  const at = (name: string) => `verifier.${input.type}.${name}`;
  if (given === null || (given.secret === undefined && !isHandedOver(provider))) {
    return { errors: [secretMissing(provider)] };
  }
  const settings = completeProviderSettings(provider, given);
  if ("problems" in settings) {
    return { errors: settings.problems.map(({ name, message }) => ({ path: at(name), message })) };
  }
  // One type takes longer secrets than another.
  const made = Verifier.safeParse(toProviderVerifier(provider, settings));
  if (!made.success) return { errors: made.error.issues.map(({ message }) => ({ path: at("secret"), message })) };
  const credential = credentialOf(made.data);
  const problem = credential === null ? null : findSecretProblem(providers[provider].scheme, credential);
  return problem === null ? { verifier: made.data } : { errors: [{ path: at("secret"), message: problem }] };
}

/** The stored credentials by the paths where a caller may repeat them: the secret of a provider has two. */
export function toRepeatable(stored: Verifier | null, provider: ProviderName | null): object {
  const settings = stored && provider !== null ? settingsIn(stored) : null;
  return settings === null ? (stored ?? {}) : { hmac: { secret: settings.secret }, provider: settings };
}

function settingsIn(input: VerifierInput): ProviderSettings | null {
  if (input.type === "hmac") return { secret: input.hmac.secret };
  return input.type === "provider" ? input.provider : null;
}

/** Whether a source of this provider can do without a secret: it is handed over by the provider itself. */
export function isHandedOver(provider: ProviderName): boolean {
  return providers[provider].handshake !== undefined;
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
