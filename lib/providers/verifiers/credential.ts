import { writeProviderAccount } from "@/lib/providers/verification/provider-account";
import type { ProviderSettings, VerifierSettings } from "./verifier";

/** The secret of a verifier, as the check of its scheme takes it; null if it has none. */
export function credentialOf(settings: VerifierSettings): string | null {
  switch (settings.type) {
    case "noop":
      return null;
    case "hmac":
      return settings.hmac.secret;
    case "provider":
      return credentialOfProvider(settings.provider);
    case "api_key":
      return settings.api_key.header_value;
    case "basic_auth":
      return `${settings.basic_auth.username}:${settings.basic_auth.password}`;
  }
}

/** The same verifier with another secret; of Basic authentication the password. */
export function withSecret(settings: VerifierSettings, secret: string): VerifierSettings {
  switch (settings.type) {
    case "noop":
      return settings;
    case "hmac":
      return { type: "hmac", hmac: { ...settings.hmac, secret } };
    case "provider":
      return { type: "provider", provider: { ...settings.provider, secret } };
    case "api_key":
      return { type: "api_key", api_key: { ...settings.api_key, header_value: secret } };
    case "basic_auth":
      return { type: "basic_auth", basic_auth: { ...settings.basic_auth, password: secret } };
  }
}

function credentialOfProvider({ secret, client_id: clientId, environment }: ProviderSettings): string | null {
  if (secret === undefined) return null;
  return clientId === undefined || environment === undefined
    ? secret
    : writeProviderAccount({ environment, clientId, secret });
}
