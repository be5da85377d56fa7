import type { Challenge } from "./challenge";
import type { Handshake } from "./handshake";
import type { Place, Scheme } from "./scheme";

/**
 * Everything about a provider of webhooks, as data. A provider is a folder of this room, named as its `provider` value,
 * with `provider.ts` and `samples.ts`; the API's list, the form, the pages and the tests are made from them.
 */
export type Provider = {
  title: string;
  /** Other words that somebody looks for: products, former names. */
  alsoCalled: readonly string[];
  /** The provider's public documentation of each rule. */
  docs: { signature: string } & Partial<Record<DocumentedRule, string>>;
  /** What its user copies from the provider, in the provider's word, and where that stands. */
  secret: { label: string; where: string };
  /** The same of the account that a scheme of the kind `account_key` asks for keys with. */
  account?: { label: string; where: string };
  scheme: Scheme;
  challenges: readonly Challenge[];
  /** How the provider hands over its secret, where its user does not copy it. */
  handshake?: Handshake;
  /**
   * Where the event's type is: the first alternative that the request has. The texts of an alternative are joined by
   * dots. Empty where no request names a type.
   */
  eventType: readonly (readonly Place[])[];
  /** The parts of a request that are the same when it is sent again, as `idempotency_keys` takes them. */
  idempotencyKeys: readonly string[];
  /** The setup at the provider. */
  steps: readonly SetupStep[];
};

export const DOCUMENTED_RULES = ["challenge", "eventType", "idempotencyKeys", "setUp"] as const;
export type DocumentedRule = (typeof DOCUMENTED_RULES)[number];

/** One step, and what is copied to the provider in it: the source's address, its verify token or a given text. */
export type SetupStep = { what: string; copy: null | "url" | "verify_token" | { text: string } };

export const step = (what: string, copy: SetupStep["copy"] = null): SetupStep => ({ what, copy });
export const text = (value: string): SetupStep["copy"] => ({ text: value });

/** Requests as the provider sends them but for the proof, by their event types. */
export type Samples = Readonly<Record<string, Sample>>;

export type Sample = {
  headers: Readonly<Record<string, string>>;
  body: { json: unknown } | { form: Readonly<Record<string, string>> };
};
