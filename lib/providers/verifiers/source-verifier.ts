import type { KeyObject } from "node:crypto";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { Challenge } from "@/lib/providers/challenge";
import type { Handshake } from "@/lib/providers/handshake";
import { providers } from "@/lib/providers/providers.gen";
import { header, isPublishedKey, type PublishedKeyScheme, type Scheme } from "@/lib/providers/scheme";
import { type Check, compileCheck } from "@/lib/providers/verification/check";
import { findNeededKey, type NeededKey } from "@/lib/providers/verification/needed-key";
import type { Received, ReceivedRequest } from "@/lib/providers/verification/received";
import { ACCEPTED, type Refused, refused, type Verdict } from "@/lib/providers/verification/verdict";
import { credentialOf } from "./credential";
import { isOfProvider } from "./provider-verifier";
import type { VerifierSettings } from "./verifier";

/** The secret before the present one, which is accepted beside it until a time (milliseconds since 1970). */
export type PreviousSecret = { readonly secret: string; readonly expiresAt: number };

/** What is accepted beside the verifier's own secret. Those that were handed over have no end; the newest is first. */
export type OtherSecrets = { readonly previous?: PreviousSecret | null; readonly handedOver?: readonly string[] };

/**
 * Verifies the requests of one source. Its scheme is compiled at the first of them, and again at the first that comes
 * after the secret before has expired.
 */
export class SourceVerifier {
  readonly #settings: VerifierSettings;
  readonly #provider: ProviderName | null;
  readonly #handedOver: readonly string[];
  #previous: PreviousSecret | null;
  #check: Check | null = null;
  #secretHeader: string | null | undefined;
  #published: PublishedKeyScheme | null | undefined;

  constructor(settings: VerifierSettings, provider: ProviderName | null, others: OtherSecrets = {}) {
    this.#settings = settings;
    this.#provider = provider;
    this.#previous = others.previous ?? null;
    this.#handedOver = others.handedOver ?? [];
  }

  /** `now` is in milliseconds since 1970, and `key` the one that the request needs, if `needsKey`. */
  verify(request: ReceivedRequest, now: number, key?: KeyObject): Verdict {
    if (this.#previous !== null && now >= this.#previous.expiresAt) {
      this.#previous = null;
      this.#check = null;
    }
    this.#check ??= compileVerifier(this.#settings, this.#provider, this.#allSecrets(now));
    return this.#check(request, now, key);
  }

  /** Whether requests are proved by keys that the provider publishes. */
  get needsKey(): boolean {
    return this.#publishedScheme !== null;
  }

  /** The published key that a request needs, or why none can prove it; null if none is needed. */
  neededKey(received: Received, now: number): NeededKey | Refused | null {
    const scheme = this.#publishedScheme;
    return scheme && findNeededKey(scheme, this.secretsAt(now), received);
  }

  get #publishedScheme(): PublishedKeyScheme | null {
    if (this.#published === undefined) this.#published = toPublished(toScheme(this.#settings, this.#provider));
    return this.#published;
  }

  get challenges(): readonly Challenge[] {
    return this.#provider === null ? [] : providers[this.#provider].challenges;
  }

  /** How the provider hands over its secret; null if it does not. */
  get handshake(): Handshake | null {
    return (this.#provider !== null && providers[this.#provider].handshake) || null;
  }

  /** What is shared with the provider at a time in milliseconds since 1970, the newest first; empty without one. */
  secretsAt(now: number): readonly string[] {
    return this.#provider !== null && isOfProvider(this.#settings) ? this.#allSecrets(now) : [];
  }

  #allSecrets(now: number): readonly string[] {
    const present = credentialOf(this.#settings);
    const previous = this.#previous;
    const older = previous !== null && now < previous.expiresAt ? [previous.secret] : [];
    return [...this.#handedOver, ...(present === null ? [] : [present]), ...older];
  }

  /** The header that carries the secret itself, in lower case; null if none does. */
  get secretHeader(): string | null {
    if (this.#secretHeader === undefined) this.#secretHeader = findSecretHeader(this.#settings, this.#provider);
    return this.#secretHeader;
  }
}

function findSecretHeader(settings: VerifierSettings, provider: ProviderName | null): string | null {
  const scheme = toScheme(settings, provider);
  return scheme?.kind === "token" && scheme.at.in === "header" ? scheme.at.name.toLowerCase() : null;
}

function toPublished(scheme: Scheme | null): PublishedKeyScheme | null {
  return scheme !== null && isPublishedKey(scheme) ? scheme : null;
}

function compileVerifier(settings: VerifierSettings, provider: ProviderName | null, secrets: readonly string[]): Check {
  const scheme = toScheme(settings, provider);
  if (scheme && secrets.length > 0) return compileCheck(scheme, secrets);
  if (scheme && provider) return () => tellNoSecret(provider);
  // What a provider shares proves nothing once the source has no provider.
  return settings.type === "noop" ? () => ACCEPTED : () => NO_SCHEME;
}

function tellNoSecret(provider: ProviderName): Refused {
  const { title } = providers[provider];
  return refused("handshake_missing", `This source has no secret of ${title} yet: ${title} has to hand it over first.`);
}

const NO_SCHEME = refused("signature_mismatch", "This source says no way to verify requests: set its verifier again.");

/** The scheme of a verifier; null if it has none. */
export function toScheme(settings: VerifierSettings, provider: ProviderName | null): Scheme | null {
  if (provider !== null && isOfProvider(settings)) return providers[provider].scheme;
  switch (settings.type) {
    case "noop":
    case "provider":
      return null;
    case "api_key":
      return { kind: "token", at: header(settings.api_key.header_name), prefix: "" };
    case "basic_auth":
      return { kind: "basic_auth" };
    case "hmac": {
      const { hash, encoding, header } = settings.hmac;
      return {
        kind: "signature",
        algorithm: { type: "hmac", hash, key: "utf8" },
        signature: { form: "named", header },
        encoding,
        signed: "{body}",
        timestamp: null,
        id: null,
        bodyHash: null,
      };
    }
  }
}
