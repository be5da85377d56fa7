import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { Challenge } from "@/lib/providers/challenge";
import { providers } from "@/lib/providers/providers.gen";
import { header, type Scheme } from "@/lib/providers/scheme";
import { type Check, compileCheck } from "@/lib/providers/verification/check";
import type { ReceivedRequest } from "@/lib/providers/verification/received";
import { ACCEPTED, refused, type Verdict } from "@/lib/providers/verification/verdict";
import { secretOf } from "./provider-verifier";
import type { VerifierSettings } from "./verifier";

/** Verifies the requests of one source. Its scheme is compiled at the first of them. */
export class SourceVerifier {
  readonly #settings: VerifierSettings;
  readonly #provider: ProviderName | null;
  #check: Check | null = null;
  #secretHeader: string | null | undefined;

  constructor(settings: VerifierSettings, provider: ProviderName | null) {
    this.#settings = settings;
    this.#provider = provider;
  }

  /** `now` is in milliseconds since 1970. */
  verify(request: ReceivedRequest, now: number): Verdict {
    this.#check ??= compileVerifier(this.#settings, this.#provider);
    return this.#check(request, now);
  }

  get challenges(): readonly Challenge[] {
    return this.#provider === null ? [] : providers[this.#provider].challenges;
  }

  /** What is shared with the provider; empty without one. */
  get secrets(): readonly string[] {
    const secret = this.#provider === null ? null : secretOf(this.#settings);
    return secret === null ? [] : [secret];
  }

  /** The header that carries the secret itself, in lower case; null if none does. */
  get secretHeader(): string | null {
    if (this.#secretHeader === undefined) this.#secretHeader = findSecretHeader(this.#settings, this.#provider);
    return this.#secretHeader;
  }
}

function findSecretHeader(settings: VerifierSettings, provider: ProviderName | null): string | null {
  const scheme = toScheme(settings, provider)?.scheme;
  return scheme?.kind === "token" && scheme.at.in === "header" ? scheme.at.name.toLowerCase() : null;
}

function compileVerifier(settings: VerifierSettings, provider: ProviderName | null): Check {
  const made = toScheme(settings, provider);
  if (made) return compileCheck(made.scheme, [made.secret]);
  // What a provider shares proves nothing once the source has no provider.
  return settings.type === "noop" ? () => ACCEPTED : () => NO_SCHEME;
}

const NO_SCHEME = refused("signature_mismatch", "This source says no way to verify requests: set its verifier again.");

/** The scheme of a verifier, with its secret; null if it has none. */
function toScheme(
  settings: VerifierSettings,
  provider: ProviderName | null,
): { scheme: Scheme; secret: string } | null {
  const shared = provider === null ? null : secretOf(settings);
  if (provider !== null && shared !== null) return { scheme: providers[provider].scheme, secret: shared };
  switch (settings.type) {
    case "noop":
    case "provider":
      return null;
    case "api_key": {
      const { header_name, header_value } = settings.api_key;
      return { scheme: { kind: "token", at: header(header_name), prefix: "" }, secret: header_value };
    }
    case "basic_auth": {
      const { username, password } = settings.basic_auth;
      return { scheme: { kind: "basic_auth" }, secret: `${username}:${password}` };
    }
    case "hmac": {
      const { hash, encoding, header, secret } = settings.hmac;
      const scheme: Scheme = {
        kind: "signature",
        algorithm: { type: "hmac", hash, key: "utf8" },
        signature: { form: "named", header },
        encoding,
        signed: "{body}",
        timestamp: null,
        id: null,
        bodyHash: null,
      };
      return { scheme, secret };
    }
  }
}
