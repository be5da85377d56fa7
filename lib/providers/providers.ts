import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { VerifierSettings } from "@/lib/providers/verifiers/verifier";
import { github } from "./github";
import type { Provider } from "./provider";
import { shopify } from "./shopify";
import { twitter } from "./twitter";

export const providers: Record<ProviderName, Provider> = { github, twitter, shopify };

/** The verifier of a source with a provider: the provider's way of signing with the user's secret. */
export function toProviderVerifier(name: ProviderName, secret: string): VerifierSettings {
  return { type: "hmac", hmac: { ...providers[name].hmac, secret } };
}
