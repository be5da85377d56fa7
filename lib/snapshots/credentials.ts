import { type ClientTls, type TlsTexts, toClientTls } from "@/lib/egress/client-tls";
import { RecentlyUsed } from "@/lib/kernel/recently-used";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { openKeyPairs } from "@/lib/nouns/endpoints/key-pairs";
import { Authentication } from "@/lib/nouns/endpoints/schemas";
import { toPrivateKey } from "@/lib/signing/key-pairs";
import { toKey } from "@/lib/signing/secrets";
import type { EndpointConfig, EndpointRow, SecretRow } from "@/lib/snapshots/endpoint-config";
import type { Credentials, OAuth2Config, SigningKey } from "@/lib/snapshots/snapshot";

type Authenticating = Pick<Credentials, "authHeaders" | "oauth2">;

const NOTHING: Authenticating = { authHeaders: {}, oauth2: null };

/** What signs takes more memory than all else of an endpoint; to decrypt it takes some microseconds. */
const LEAST_OPENED = 10_000;

type Opened = { secrets?: Credentials["secrets"]; keyPairs?: Credentials["keyPairs"] };

const lastOpened = new RecentlyUsed<SealedCredentials, Opened>(LEAST_OPENED);

/**
 * The credentials of an endpoint, decrypted on demand: decryption takes longer than the rest of reading a project, and
 * most are not needed before the next change.
 */
export class SealedCredentials implements Credentials {
  /** Alone where the endpoint has one secret that does not expire, as most have: that takes less memory than a list of rows. */
  readonly #sealed: string | readonly SecretRow[];
  #authenticating: Authenticating | null;
  #tls: ClientTls | null = null;

  /** `authentication`, `tls`, `key_pairs` and each `value` of a secret are encrypted; the newest secret is the first. */
  constructor(
    private readonly row: Pick<EndpointRow, "authentication" | "tls" | "key_pairs">,
    secrets: readonly SecretRow[],
    private readonly box: SecretBox,
  ) {
    const [newest] = secrets;
    this.#sealed = secrets.length === 1 && newest?.expires_at === null ? newest.value : secrets;
    this.#authenticating = row.authentication === null ? NOTHING : null;
  }

  get secrets(): Credentials["secrets"] {
    const known = this.#opened();
    known.secrets ??= this.#openSecrets();
    return known.secrets;
  }

  get keyPairs(): Credentials["keyPairs"] {
    const known = this.#opened();
    known.keyPairs ??= openKeyPairs(this.row.key_pairs, this.box).flatMap(({ privateKey, expiresAt }) =>
      privateKey === null ? [] : [{ key: toPrivateKey(privateKey), expiresAt: toEnd(expiresAt) }],
    );
    return known.keyPairs;
  }

  get authHeaders(): Credentials["authHeaders"] {
    return this.#authenticate().authHeaders;
  }

  get oauth2(): OAuth2Config | null {
    return this.#authenticate().oauth2;
  }

  get tls(): ClientTls | null {
    if (this.row.tls === null) return null;
    this.#tls ??= toClientTls(JSON.parse(this.box.open(this.row.tls)) as TlsTexts);
    return this.#tls;
  }

  #openSecrets(): Credentials["secrets"] {
    if (typeof this.#sealed === "string") return [toSecret(this.box.open(this.#sealed), null)];
    return this.#sealed.map(({ value, expires_at }) => toSecret(this.box.open(value), expires_at));
  }

  #opened(): Opened {
    const known = lastOpened.get(this);
    if (known) return known;
    const made: Opened = {};
    lastOpened.set(this, made);
    return made;
  }

  #authenticate(): Authenticating {
    this.#authenticating ??= toAuthenticating(
      Authentication.parse(JSON.parse(this.box.open(this.row.authentication ?? ""))),
    );
    return this.#authenticating;
  }
}

/** A device signs as the endpoint that it stands in for, else with a secret of its own; it gets no credentials. */
export class DeviceCredentials implements Credentials {
  readonly authHeaders = NOTHING.authHeaders;
  readonly oauth2 = NOTHING.oauth2;
  readonly tls = null;

  constructor(
    private readonly own: string,
    private readonly endpoint: EndpointConfig | null,
    private readonly box: SecretBox,
  ) {}

  get secrets(): readonly SigningKey[] {
    return this.endpoint?.credentials.secrets ?? [toSecret(this.box.open(this.own), null)];
  }

  get keyPairs(): Credentials["keyPairs"] {
    return this.endpoint?.credentials.keyPairs ?? [];
  }
}

/** Signs with this secret alone; "" signs nothing. */
export function toCredentials(secret: string): Credentials {
  return { ...NOTHING, tls: null, keyPairs: [], secrets: secret === "" ? [] : [toSecret(secret, null)] };
}

function toSecret(text: string, expiresAt: Date | null): SigningKey {
  return { key: toKey(text), expiresAt: toEnd(expiresAt) };
}

function toEnd(expiresAt: Date | string | null): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : new Date(expiresAt).getTime();
}

function toAuthenticating(authentication: Authentication): Authenticating {
  switch (authentication.type) {
    case "api_key": {
      const { header_name, header_value } = authentication.api_key;
      return { authHeaders: { [header_name.toLowerCase()]: header_value }, oauth2: null };
    }
    case "basic_auth": {
      const { username, password } = authentication.basic_auth;
      const encoded = Buffer.from(`${username}:${password}`).toString("base64");
      return { authHeaders: { authorization: `Basic ${encoded}` }, oauth2: null };
    }
    case "oauth2": {
      const { url, client_id, client_secret, scope } = authentication.oauth2;
      return { authHeaders: {}, oauth2: { url, clientId: client_id, clientSecret: client_secret, scope: scope ?? "" } };
    }
  }
}
