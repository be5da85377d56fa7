import { createHmac } from "node:crypto";
import type { Provider } from "./provider";

/** What a provider is about to send. `seconds` and `ms` are the same moment. */
export type Sending = {
  body: string;
  secret: string;
  seconds: number;
  ms: number;
  id: string;
  url: string;
  /** The fields of a form; empty for JSON. */
  form: Readonly<Record<string, string>>;
};

/** What its proof adds to the request; `body` and `url` replace those of the sample. */
export type Proof = { headers?: Record<string, string>; url?: string; body?: string };

export type PublishedRequest = {
  secret: string;
  headers: Record<string, string>;
  body: string;
  url?: string;
  /** When it was sent. */
  seconds?: number;
};

/**
 * How requests of a provider are proved, written independently of its data: by its official library, by what its
 * documentation publishes, or by hand from its documentation.
 */
export type Vectors = {
  /** A secret in the provider's form, and what signs for it if that is another key. */
  secret: string;
  privateKey?: string;
  /** What the provider publishes at its own hosts, by URL, and in PEM the root that its certificates lead to. */
  publishes?: { root: string | null; files: Readonly<Record<string, string>>; give?: GiveKey };
  by: "official library" | "own";
  sign(sending: Sending): Proof | Promise<Proof>;
  /** The official library's word on a request that we signed: throws or returns false if it refuses. */
  accepts?(request: { headers: Record<string, string>; body: string; secret: string }): unknown;
  /** Requests that the provider's documentation shows, which must be accepted as they stand there. */
  published?: readonly PublishedRequest[];
  challenges?: readonly {
    request: { method: "GET" | "POST" | "HEAD"; query?: string; headers?: Record<string, string>; body?: string };
    answer: { status: 200 | 204; contentType: string; body: string };
  }[];
  /** How a secret is handed over, and what the provider takes as an answer. */
  handshake?: {
    request(secret: string): { headers: Record<string, string>; body: string };
    answer(secret: string): { status: 200 | 204; headers: Record<string, string> };
  };
};

/** What the provider answers who asks for a key with an account; null at any other URL than its own. */
export type GiveKey = (
  url: string,
  posted: Readonly<Record<string, unknown>>,
) => { status: number; text: string } | null;

/** Written with Node's own names, on purpose not with those of the code under test. */
export function digest(secret: string | Buffer, data: string, how = "sha256 hex"): string {
  const [hash = "", encoding = "hex"] = how.split(" ");
  return createHmac(hash, secret)
    .update(data, "utf8")
    .digest(encoding as "hex" | "base64" | "base64url");
}

/** A secret of the same form: what is before its middle may be a prefix, its end may be padding. */
export function otherSecret(secret: string): string {
  const at = secret.length >> 1;
  return secret.slice(0, at) + (secret.charAt(at) === "A" ? "B" : "A") + secret.slice(at + 1);
}

/** What an admin gives as a verifier's `provider`: an account is one text to the scheme, and three fields to an admin. */
export function toSettings({ account }: Pick<Provider, "account">, credential: string): object {
  if (!account) return { secret: credential };
  const [environment, client_id, secret] = credential.split(" ");
  return { environment, client_id, secret };
}
