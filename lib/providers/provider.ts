import type { HmacEncoding, HmacHash, ProviderName } from "@/lib/kernel/vocabulary";
import type { ReceivedRequest } from "@/lib/providers/verifiers/verifier";

/** What there is to know about a provider of webhooks. A new one is a file with this data and a line in the table. */
export type Provider = {
  name: ProviderName;
  title: string;
  /** How it signs the raw body with the secret that its user set. */
  hmac: { header: string; hash: HmacHash; encoding: HmacEncoding };
  /** The event's type, null when the request does not tell it. `body` is the parsed JSON payload. */
  eventTypeOf?(headers: ReceivedRequest["headers"], body: unknown): string | null;
  /** Answers a GET that asks for proof of the secret; null when the query holds no such question. */
  challenge?(query: Record<string, string | string[]>, secret: string): ChallengeAnswer | null;
};

export type ChallengeAnswer = { contentType: string; body: string };
