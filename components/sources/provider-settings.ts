import type { AccountEnvironment } from "@/lib/kernel/account-environments";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";

/** The fields of a form for what is shared with a provider; those that it does not need keep their text. */
export type ProviderValues = { secret: string; client_id: string; environment: AccountEnvironment };

export const NEW_PROVIDER: ProviderValues = { secret: "", client_id: "", environment: "production" };

/** What is sent of it: an account where the provider has one, and no secret where it is handed over. */
export function toProviderInput(provider: ProviderName, { secret, client_id, environment }: ProviderValues) {
  const { account, handshake } = providers[provider];
  return {
    ...((secret !== "" || !handshake) && { secret }),
    ...(account && { client_id, environment }),
  };
}
