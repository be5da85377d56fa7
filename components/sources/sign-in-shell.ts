import { quoteForShell } from "@/components/code/curl";
import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";
import type { Sample } from "@/lib/providers/provider";
import type { Place, Scheme, SecretForm, SignatureScheme, Timestamp } from "@/lib/providers/scheme";

/** A word of sh: a variable, or a text in which the shell interprets nothing. */
type Word = { variable: string } | { text: string };

/**
 * Writes a sample as commands of sh that make its proof and send it with curl; null if the tools of a terminal cannot
 * make it: a signature by a private key, a hash of the body beside the signature, the fields of a body, a token.
 */
export function signInShell(scheme: Scheme, sample: Sample, url: string): string | null {
  if (scheme.kind === "any_of") return signInShell(scheme.schemes[0], sample, url);
  const request = new ShellRequest(sample, url);
  switch (scheme.kind) {
    case "token":
      request.put(scheme.at, [{ text: scheme.prefix }, { variable: "SECRET" }]);
      return request.write(["SECRET='YOUR_SECRET'", request.bodyLine]);
    case "jwt":
    case "certificate":
    case "id_token":
    case "account_key":
      return null;
    case "basic_auth":
      return request.write(["SECRET='YOUR_SECRET'", request.bodyLine], '-u "$SECRET"');
    case "signature":
      return signWithSecret(scheme, request, url);
  }
}

const UNSIGNABLE = /\{(form|secret|(header|field):[^}]*)\}/;

function signWithSecret(scheme: SignatureScheme, request: ShellRequest, url: string): string | null {
  const { algorithm, signature, timestamp, id, bodyHash, signed } = scheme;
  if (algorithm.type !== "hmac" || algorithm.key === "sha1_of_named" || signature.form === "named_keys") return null;
  if (bodyHash || UNSIGNABLE.test(signed)) return null;
  const lines = ["SECRET='YOUR_SECRET'"];
  if (timestamp) {
    lines.push(`TIMESTAMP=${CLOCKS[timestamp.unit]}`);
    request.put(timestamp.at, [{ variable: "TIMESTAMP" }]);
  }
  if (id) {
    lines.push('ID="msg_$(openssl rand -hex 12)"');
    request.put(id, [{ variable: "ID" }]);
  }
  const hash = algorithm.hash.toLowerCase().replace("_", "-");
  const key = KEYS[algorithm.key];
  const message = signed
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .map((part) => VALUES[part]?.(url) ?? { text: part });
  const sign = `SIGNATURE=$(printf %s ${writeWords(message)} | openssl dgst -${hash} ${key} -binary | ${ENCODERS[scheme.encoding]})`;
  putSignature(signature, algorithm.hash, request);
  return request.write(
    signed.includes("{body}") ? [...lines, request.bodyLine, sign] : [...lines, sign, request.bodyLine],
  );
}

function putSignature(
  signature: Exclude<SignatureScheme["signature"], { form: "named_keys" }>,
  hash: HmacHash,
  request: ShellRequest,
): void {
  const word: Word = { variable: "SIGNATURE" };
  switch (signature.form) {
    case "alone":
      request.put(signature.at, [{ text: signature.prefix }, word]);
      break;
    case "named": {
      const name = `${hash.toLowerCase().replace("_", "-")}=`;
      request.put({ in: "header", name: signature.header }, [{ text: name }, word]);
      break;
    }
    case "list":
      request.append(signature.header, [{ text: signature.prefix }, word]);
      break;
    case "pairs":
      request.put({ in: "pair", ...signature }, [word]);
  }
}

const VALUES: Partial<Record<string, (url: string) => Word>> = {
  "{body}": () => ({ variable: "BODY" }),
  "{timestamp}": () => ({ variable: "TIMESTAMP" }),
  "{id}": () => ({ variable: "ID" }),
  "{method}": () => ({ text: "POST" }),
  "{url}": (url) => ({ text: url }),
};

const CLOCKS: Record<Timestamp["unit"], string> = {
  seconds: "$(date +%s)",
  milliseconds: "$(date +%s)000",
  iso8601: "$(date -u +%Y-%m-%dT%H:%M:%SZ)",
};

const asHex = (decoded: string) => `-mac HMAC -macopt hexkey:$(${decoded} | od -An -v -tx1 | tr -d ' \\n')`;

const AFTER_WHSEC = 'printf %s "$SECRET" | sed "s/^\\(v1,\\)*whsec_//" | openssl base64 -d -A';

const KEYS: Record<Exclude<SecretForm, "sha1_of_named">, string> = {
  utf8: '-hmac "$SECRET"',
  base64: asHex('printf %s "$SECRET" | openssl base64 -d -A'),
  hex: '-mac HMAC -macopt hexkey:"$SECRET"',
  whsec: asHex(AFTER_WHSEC),
  whsec_or_utf8: asHex(AFTER_WHSEC),
};

const ENCODERS: Record<HmacEncoding, string> = {
  hex: "od -An -v -tx1 | tr -d ' \\n'",
  base64: "openssl base64 -A",
  base64url: "openssl base64 -A | tr '+/' '-_' | tr -d '='",
};

function writeWord(word: Word): string {
  if ("variable" in word) return `"$${word.variable}"`;
  return word.text === "" ? "" : quoteForShell(word.text);
}

/** Texts beside each other become one. */
function writeWords(words: readonly Word[]): string {
  const joined: Word[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last && "text" in last && "text" in word) joined[joined.length - 1] = { text: last.text + word.text };
    else joined.push(word);
  }
  return joined.map(writeWord).join("");
}

/** A request whose parts may be variables of the shell. */
class ShellRequest {
  readonly #headers = new Map<string, Word[]>();
  readonly #query: Word[] = [];
  readonly #payload: Sample["body"];
  readonly #inBody = new Map<string, Word[]>();

  constructor(
    { headers, body }: Sample,
    private readonly url: string,
  ) {
    this.#payload = structuredClone(body);
    this.#headers.set("content-type", [
      { text: "json" in body ? "application/json" : "application/x-www-form-urlencoded" },
    ]);
    for (const [name, value] of Object.entries(headers)) this.#headers.set(name, [{ text: value }]);
  }

  put(place: Place, words: Word[]): void {
    switch (place.in) {
      case "header":
        this.#headers.set(place.name, words);
        break;
      case "pair": {
        const before = this.#headers.get(place.header);
        const separator: Word[] = before ? [...before, { text: place.separator }] : [];
        this.#headers.set(place.header, [...separator, { text: `${place.name}=` }, ...words]);
        break;
      }
      case "query":
        this.#query.push({ text: `${this.#query.length === 0 ? "?" : "&"}${place.name}=` }, ...words);
        break;
      case "body":
        this.#putField(place.path.replaceAll("*", "0").split("."), words);
        break;
      case "first_item":
        this.#headers.set(place.header, [...words, { text: "," }]);
        break;
      case "field_name":
        break;
    }
  }

  /** Writes a header, after the timestamp where it begins with that. */
  append(name: string, words: Word[]): void {
    this.#headers.set(name, [...(this.#headers.get(name) ?? []), ...words]);
  }

  /** The body as a variable. A part that is one itself is cut out of its text. */
  get bodyLine(): string {
    const payload = this.#payload;
    let body = quoteForShell(
      "json" in payload ? JSON.stringify(payload.json) : new URLSearchParams(payload.form).toString(),
    );
    for (const [mark, words] of this.#inBody) body = body.replace(mark, `'${words.map(writeWord).join("")}'`);
    return `BODY=${body}`;
  }

  write(lines: readonly string[], more?: string): string {
    const headers = [...this.#headers].map(([name, words]) => {
      return `-H ${writeWords([{ text: `${name}: ` }, ...words])}`;
    });
    const address = writeWords([{ text: this.url }, ...this.#query]);
    const curl = [`curl -X POST ${address}`, ...headers, ...(more ? [more] : []), '--data-binary "$BODY"'];
    return [...lines, curl.join(" \\\n  ")].join("\n");
  }

  #putField(path: readonly string[], words: Word[]): void {
    const payload = this.#payload;
    const mark = `MARK${this.#inBody.size}`;
    let at = ("json" in payload ? payload.json : payload.form) as Record<string, unknown>;
    for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
    const name = path.at(-1) ?? "";
    this.#inBody.set(typeof at[name] === "number" ? `"${mark}"` : mark, words);
    at[name] = mark;
  }
}
