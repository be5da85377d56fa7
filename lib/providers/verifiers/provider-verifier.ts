import { ACCOUNT_ENVIRONMENTS } from "@/lib/kernel/account-environments";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";
import type { HmacSettings, ProviderSettings, VerifierSettings } from "./verifier";

/**
 * The verifier of a source with a provider. A provider that does nothing but sign the body by HMAC has the contract's
 * verifier of that type, with its header, hash and encoding; any other has one that holds the secret only.
 */
export function toProviderVerifier(name: ProviderName, given: ProviderSettings): VerifierSettings {
  const plain = plainHmacOf(name);
  const { secret } = given;
  return plain && secret !== undefined
    ? { type: "hmac", hmac: { ...plain, secret } }
    : { type: "provider", provider: given };
}

/** The environment of an account that says none. */
const USUAL_ENVIRONMENT = ACCOUNT_ENVIRONMENTS[0];

/**
 * What is wrong with a caller's settings of a provider's verifier, by their names; else the settings complete.
 */
export function completeProviderSettings(
  name: ProviderName,
  { secret, client_id, environment }: ProviderSettings,
): ProviderSettings | { problems: { name: keyof ProviderSettings; message: string }[] } {
  const { title, account } = providers[name];
  if (account) {
    if (client_id !== undefined) return { secret, client_id, environment: environment ?? USUAL_ENVIRONMENT };
    return { problems: [{ name: "client_id", message: `Give the ${account.label} of ${title}, too.` }] };
  }
  const foreign = Object.entries({ client_id, environment }).filter(([, value]) => value !== undefined);
  if (foreign.length === 0) return { secret };
  const message = `${title} gives no keys to accounts: leave this out.`;
  return { problems: foreign.map(([field]) => ({ name: field as keyof ProviderSettings, message })) };
}

/** How a provider signs, if a verifier of type hmac says all of it. */
export function plainHmacOf(name: ProviderName): Omit<HmacSettings, "secret"> | null {
  const { scheme } = providers[name];
  if (scheme.kind !== "signature" || scheme.signature.form !== "named") return null;
  const { algorithm, signature, encoding } = scheme;
  return algorithm.type === "hmac" ? { header: signature.header, hash: algorithm.hash, encoding } : null;
}

/** Whether a verifier verifies as the source's provider signs. */
export function isOfProvider({ type }: VerifierSettings): boolean {
  return type === "hmac" || type === "provider";
}
