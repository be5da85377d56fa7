import type { HmacEncoding, HmacHash, ProviderName } from "@/lib/kernel/vocabulary";
import type { ReceivedRequest } from "@/lib/providers/verifiers/verifier";

/** Everything about a provider of webhooks. A new provider is a file with this data and a line in the table. */
export type Provider = {
  name: ProviderName;
  title: string;
  /** How it signs the raw body with the secret that its user set. */
  hmac: { header: string; hash: HmacHash; encoding: HmacEncoding };
  /** The event's type, null if the request does not name it. `body` is the parsed JSON payload. */
  eventTypeOf?(headers: ReceivedRequest["headers"], body: unknown): string | null;
  /** Answers a GET that asks for proof of the secret; null if the query contains no such question. */
  challenge?(query: Record<string, string | string[]>, secret: string): ChallengeAnswer | null;
};

export type ChallengeAnswer = { contentType: string; body: string };
