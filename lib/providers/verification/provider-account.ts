import { ACCOUNT_ENVIRONMENTS, type AccountEnvironment } from "@/lib/kernel/account-environments";

/** An account at a provider, to which it gives the keys that it signs by. */
export type ProviderAccount = { environment: AccountEnvironment; clientId: string; secret: string };

/** The account as the one text that schemes take for a secret. */
export function writeProviderAccount({ environment, clientId, secret }: ProviderAccount): string {
  return `${environment} ${clientId} ${secret}`;
}

/** The account that a text is; null if it is none. */
export function readProviderAccount(text: string): ProviderAccount | null {
  const [, given, clientId, secret] = /^(\S+) (\S+) (\S+)$/.exec(text) ?? [];
  const environment = ACCOUNT_ENVIRONMENTS.find((one) => one === given);
  if (!environment || clientId === undefined || secret === undefined) return null;
  return { environment, clientId, secret };
}
