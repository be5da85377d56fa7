import { createHmac } from "node:crypto";

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
  publishes?: { root: string | null; files: Readonly<Record<string, string>> };
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
};

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
