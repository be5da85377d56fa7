import type { ProviderName, VerifierType } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";

/** The verifiers of a source without a provider. */
export const VERIFIER_WORDS: Record<Exclude<VerifierType, "provider">, string> = {
  noop: "None: whoever knows the URL can post",
  hmac: "HMAC signature",
  api_key: "API key in a header",
  basic_auth: "User name and password",
};

/** How a source verifies requests, in a word or two for a table. */
export function nameVerifier(source: { provider: ProviderName | null; verifier: { type: VerifierType } }): string {
  if (source.provider) return `${providers[source.provider].title} signature`;
  const names: Record<VerifierType, string> = {
    noop: "No verification",
    hmac: "HMAC signature",
    api_key: "API key",
    basic_auth: "Basic auth",
    provider: "Nothing passes: choose a provider",
  };
  return names[source.verifier.type];
}
