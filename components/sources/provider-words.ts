import type { ProviderName, VerifierType } from "@/lib/kernel/vocabulary";

/** The providers' names, and where their user finds the secret. */
export const PROVIDER_WORDS: Record<ProviderName, { name: string; secret: string }> = {
  github: {
    name: "GitHub",
    secret: "The secret of the webhook in GitHub. X-Hub-Signature-256 is checked with it.",
  },
  twitter: {
    name: "X (Twitter)",
    secret: "The consumer secret of your app. It signs deliveries and answers the challenge.",
  },
  shopify: {
    name: "Shopify",
    secret: "The client secret of your app. X-Shopify-Hmac-Sha256 is checked with it.",
  },
};

export const VERIFIER_WORDS: Record<VerifierType, string> = {
  noop: "None: whoever knows the URL can post",
  hmac: "HMAC signature",
  api_key: "API key in a header",
  basic_auth: "User name and password",
};

/** How a source verifies requests, in a word or two for a table. */
export function nameVerifier(source: { provider: ProviderName | null; verifier: { type: VerifierType } }): string {
  if (source.provider) return `${PROVIDER_WORDS[source.provider].name} signature`;
  const names: Record<VerifierType, string> = {
    noop: "No verification",
    hmac: "HMAC signature",
    api_key: "API key",
    basic_auth: "Basic auth",
  };
  return names[source.verifier.type];
}
