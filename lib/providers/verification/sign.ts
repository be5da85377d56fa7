import { createHash, createPrivateKey, sign as signData } from "node:crypto";
import type { Sample } from "@/lib/providers/provider";
import { header, type Place, pair, type Scheme, type SignatureScheme, type Timestamp } from "@/lib/providers/scheme";
import { startHmac } from "@/lib/signing/hmac";
import { makeJwt } from "./jwt";
import { nameOfKey, readKey } from "./keys";
import { hashOf, join, toKeyInput } from "./proof";
import { Received } from "./received";
import { compileTemplate, type Pieces } from "./template";

export type Moment = {
  /** In milliseconds since 1970. */
  now: number;
  id: string;
  /** The address that it is sent to. */
  url: string;
};

/** A request ready to be sent. Header names are in lower case. */
export type SignedSample = { method: "POST"; url: string; headers: Record<string, string>; body: Buffer };

/**
 * Makes the request that a provider would send, with its proof. For a signature by a key pair `secret` is the private
 * key in PEM. Throws if the secret is no key of this scheme, and where the provider publishes its key.
 */
export function sign(scheme: Scheme, secret: string, payload: Sample, moment: Moment): SignedSample {
  if (scheme.kind === "any_of") return sign(scheme.schemes[0], secret, payload, moment);
  const draft = new Draft(payload, moment.url);
  switch (scheme.kind) {
    case "token":
      draft.put(scheme.at, scheme.prefix + secret);
      break;
    case "basic_auth":
      draft.headers.authorization = `Basic ${Buffer.from(secret, "utf8").toString("base64")}`;
      break;
    case "jwt":
      draft.put(scheme.at, makeJwt(scheme, secret, draft.body));
      break;
    case "signature":
      signDraft(draft, scheme, { secret, moment });
      break;
    case "certificate":
    case "id_token":
    case "account_key":
      throw new Error("Only its provider can sign by a key that it publishes.");
  }
  return finish(draft);
}

/** Makes the request of a sample that nothing proves. */
export function writeUnsigned(payload: Sample, url: string): SignedSample {
  return finish(new Draft(payload, url));
}

function finish({ url, headers, body }: Draft): SignedSample {
  return { method: "POST", url, headers, body };
}

function signDraft(
  draft: Draft,
  scheme: SignatureScheme,
  { secret, moment }: { secret: string; moment: Moment },
): void {
  const { timestamp, id, bodyHash } = scheme;
  if (timestamp) draft.put(timestamp.at, WRITERS[timestamp.unit](moment.now));
  if (id && draft.received.read(id) === null) draft.put(id, moment.id);
  if (bodyHash && !(bodyHash.exceptForms && draft.received.isForm)) {
    draft.put(bodyHash.at, createHash(bodyHash.hash).update(draft.body).digest(bodyHash.encoding));
  }
  const made = compileTemplate(scheme)(draft.received, secret);
  if ("code" in made) throw new Error(made.message);
  const digest = makeProof(scheme, secret, made.pieces);
  if (scheme.signature.form === "named_keys") draft.put(scheme.signature.at, `${nameOfKey(secret)}|${digest}`);
  else putSignature(draft, scheme.signature, { digest, algorithm: scheme.algorithm });
}

function makeProof({ algorithm, encoding }: SignatureScheme, secret: string, pieces: Pieces): string {
  if (algorithm.type !== "hmac") {
    return signData(hashOf(algorithm), join(pieces), toKeyInput(algorithm, createPrivateKey(secret))).toString(
      encoding,
    );
  }
  const read = readKey(algorithm, secret);
  if (!("key" in read)) throw new Error(read.problem);
  const hmac = startHmac(algorithm.hash, read.key);
  for (const piece of pieces) hmac.update(piece);
  return hmac.digest(encoding);
}

function putSignature(
  draft: Draft,
  signature: Exclude<SignatureScheme["signature"], { form: "named_keys" }>,
  { digest, algorithm }: { digest: string; algorithm: SignatureScheme["algorithm"] },
): void {
  switch (signature.form) {
    case "alone":
      draft.put(signature.at, signature.prefix + digest);
      break;
    case "named": {
      const name = algorithm.type === "hmac" ? `${algorithm.hash.toLowerCase().replace("_", "-")}=` : "";
      draft.put(header(signature.header), name + digest);
      break;
    }
    case "list": {
      // The signature is the next item of a header that begins with the timestamp.
      const before = draft.headers[signature.header.toLowerCase()];
      const begun = before === undefined ? "" : before + signature.separator;
      draft.put(header(signature.header), begun + signature.prefix + digest);
      break;
    }
    case "pairs":
      draft.put(pair(signature.header, signature.name, signature.separator), digest);
  }
}

const WRITERS: Record<Timestamp["unit"], (now: number) => string> = {
  seconds: (now) => String(Math.floor(now / 1_000)),
  milliseconds: (now) => String(now),
  iso8601: (now) => new Date(now).toISOString(),
};

/** A request that is being written. */
class Draft {
  readonly headers: Record<string, string> = {};
  readonly #address: URL;
  readonly #payload: Sample["body"];

  constructor({ headers, body }: Sample, url: string) {
    this.#address = new URL(url);
    this.#payload = structuredClone(body);
    this.headers["content-type"] = "json" in body ? "application/json" : "application/x-www-form-urlencoded";
    for (const [name, value] of Object.entries(headers)) this.headers[name.toLowerCase()] = value;
  }

  get url(): string {
    return this.#address.href;
  }

  get body(): Buffer {
    const payload = this.#payload;
    return Buffer.from("json" in payload ? JSON.stringify(payload.json) : new URLSearchParams(payload.form).toString());
  }

  get received(): Received {
    const query = this.#address.search.slice(1);
    return new Received({ method: "POST", headers: this.headers, query, url: this.url, rawBody: this.body });
  }

  put(place: Place, text: string): void {
    switch (place.in) {
      case "header":
        this.headers[place.name.toLowerCase()] = text;
        return;
      case "query":
        this.#address.searchParams.set(place.name, text);
        return;
      case "pair": {
        const name = place.header.toLowerCase();
        const before = this.headers[name];
        this.headers[name] = `${before === undefined ? "" : before + place.separator}${place.name}=${text}`;
        return;
      }
      case "body":
        this.#putField(place.path.replaceAll("*", "0").split("."), text);
        return;
      case "first_item":
        this.headers[place.header.toLowerCase()] = text;
        return;
      case "field_name":
        throw new Error("A field's name proves nothing.");
    }
  }

  #putField(path: readonly string[], text: string): void {
    const payload = this.#payload;
    let at = ("json" in payload ? payload.json : payload.form) as Record<string, unknown>;
    for (const name of path.slice(0, -1)) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>;
    }
    const name = path.at(-1) ?? "";
    at[name] = typeof at[name] === "number" ? Number(text) : text;
  }
}
