import { signInShell } from "@/components/sources/sign-in-shell";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { PLAIN_SAMPLE } from "@/lib/providers/plain-sample";
import { providers } from "@/lib/providers/providers.gen";
import { providerSamples } from "@/lib/providers/samples.gen";

/** A request as its provider sends it, ready for the terminal; null if no shell can make its proof. */
export function providerCommand(provider: ProviderName, url: string): string | null {
  const [sample = PLAIN_SAMPLE] = Object.values(providerSamples[provider]);
  return signInShell(providers[provider].scheme, sample, url);
}
