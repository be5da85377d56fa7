import type { Sender } from "@/lib/egress/send";
import type { OAuth2Config } from "@/lib/snapshots/snapshot";

type Token = { value: string; expiresAt: number };
export type TokenResult = { ok: true; token: string } | { ok: false; error: string };

/** A token is renewed this long before it expires, so that it does not expire in flight. */
const MARGIN_MS = 30_000;
const DEFAULT_LIFETIME_SECONDS = 300;
const TIMEOUT_MS = 10_000;
const MAX_TOKENS = 5_000;

/**
 * Caches access tokens of the client credentials grant (RFC 6749, 4.4) until shortly before they expire. Deliveries
 * that need the same token share one request for it. The token endpoint is reached through the address guard like any
 * other.
 */
export class AccessTokens {
  readonly #tokens = new Map<string, Promise<Token>>();

  constructor(
    private readonly sender: Sender,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /** Returns the token, or a sentence that says why there is none. */
  async get(config: OAuth2Config): Promise<TokenResult> {
    const key = JSON.stringify(config);
    try {
      const known = await this.#tokens.get(key);
      if (known && known.expiresAt > this.nowMs()) return { ok: true, token: known.value };
      if (known) this.#tokens.delete(key);
      const fresh = this.#tokens.get(key) ?? this.#request(key, config);
      return { ok: true, token: (await fresh).value };
    } catch (error) {
      return { ok: false, error: (error as Error).message };
    }
  }

  /** Drops a token that the receiver refused, so that the next delivery asks for a new one. */
  drop(config: OAuth2Config): void {
    this.#tokens.delete(JSON.stringify(config));
  }

  #request(key: string, config: OAuth2Config): Promise<Token> {
    if (this.#tokens.size >= MAX_TOKENS) this.#tokens.clear();
    const requested = this.#fetch(config);
    this.#tokens.set(key, requested);
    requested.catch(() => this.#tokens.delete(key));
    return requested;
  }

  async #fetch({ url, clientId, clientSecret, scope }: OAuth2Config): Promise<Token> {
    const form = new URLSearchParams({ grant_type: "client_credentials", ...(scope && { scope }) });
    const encode = (text: string) => encodeURIComponent(text);
    const credentials = Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString("base64");
    const answer = await this.sender.send({
      method: "POST",
      url,
      headers: {
        authorization: `Basic ${credentials}`,
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      },
      body: Buffer.from(form.toString()),
      timeoutMs: TIMEOUT_MS,
    });
    if (answer.error) throw new Error(`No access token: ${answer.error.message}`);
    if (answer.status !== 200) throw new Error(`No access token: the token endpoint answered ${answer.status}.`);
    return readToken(answer.body, this.nowMs());
  }
}

function readToken(body: Buffer, nowMs: number): Token {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString("utf8"));
  } catch {
    throw new Error("No access token: the token endpoint's answer is not JSON.");
  }
  const { access_token: value, expires_in: lifetime } = (answer ?? {}) as {
    access_token?: unknown;
    expires_in?: unknown;
  };
  if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) {
    throw new Error("No access token: the token endpoint's answer has no access_token.");
  }
  const seconds = Number(lifetime ?? DEFAULT_LIFETIME_SECONDS);
  const lifetimeMs = (Number.isFinite(seconds) ? seconds : DEFAULT_LIFETIME_SECONDS) * 1000;
  return { value, expiresAt: nowMs + Math.max(lifetimeMs - MARGIN_MS, lifetimeMs / 2) };
}
