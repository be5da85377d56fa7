import type { RefusalCode } from "@/lib/kernel/vocabulary";
import type { Place, SignatureScheme, SingleScheme } from "./scheme";
import type { ReceivedRequest } from "./verification/received";

/** A way to change a request that was accepted, and the code that tells so; null where the proof does not cover it. */
export type Mutation = { name: string; request: ReceivedRequest; code: RefusalCode | readonly RefusalCode[] | null };

/**
 * Every change by one byte, or by one part, of what the scheme proves. With `alternatives` another form of the signature
 * may be one of them.
 */
export function mutate(scheme: SingleScheme, request: ReceivedRequest, alternatives: boolean): Mutation[] {
  if (scheme.kind === "signature") {
    const forms = alternatives ? [] : mutateForm(scheme, request);
    return [
      ...mutateBody(scheme, request),
      ...mutateSignature(scheme, request),
      ...forms,
      ...mutateTime(scheme, request),
    ];
  }
  if (scheme.kind === "jwt") return mutateToken(scheme.at, request);
  const place: Place = scheme.kind === "token" ? scheme.at : { in: "header", name: "authorization" };
  const value = readAt(place, request);
  const middle = value.length >> 1;
  return [
    {
      name: "one character of the secret",
      request: replaceAt(place, request, flip(value, value.length - 3)),
      code: "wrong_secret",
    },
    {
      name: "the secret cut short",
      request: replaceAt(place, request, value.slice(0, middle)),
      code: ["wrong_secret", "header_malformed"],
    },
    { name: "no secret", request: replaceAt(place, request, null), code: ["header_missing", "field_missing"] },
    ...repeated(place, request),
  ];
}

function mutateBody(
  { signed, timestamp, id, bodyHash, signature }: SignatureScheme,
  request: ReceivedRequest,
): Mutation[] {
  const { rawBody } = request;
  const readsBody = [timestamp?.at, id, "at" in signature ? signature.at : null].some((at) => at?.in === "body");
  const covered = signed.includes("{body}") || (signed.includes("{form}") && isForm(request.headers));
  if (!covered && readsBody) return mutateFields(signed, request);
  const code = covered ? "signature_mismatch" : bodyHash ? "body_changed" : null;
  // A byte of the JSON itself can hide what is read from it.
  const hidden: RefusalCode[] = ["timestamp_missing", "field_missing"];
  return [1, rawBody.length >> 1, rawBody.length - 2].map((at) => {
    const changed = Buffer.from(rawBody);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    const codes = readsBody ? [...hidden, "signature_mismatch" as const] : code;
    return {
      name: `byte ${at} of the body`,
      request: { ...request, rawBody: changed },
      code: code === null ? null : codes,
    };
  });
}

/** One character of each field of the body that is signed. */
function mutateFields(signed: string, request: ReceivedRequest): Mutation[] {
  return [...signed.matchAll(/\{field:([^}]+)\}/g)].flatMap(([, path = ""]) => {
    const place: Place = { in: "body", path };
    const value = readAt(place, request);
    const changed = value === "undefined" ? "a" : flip(value, value.length >> 1);
    return [{ name: `the field ${path}`, request: replaceAt(place, request, changed), code: "signature_mismatch" }];
  });
}

/** Each part of a JSON Web Token, and the body whose hash it has. */
function mutateToken(place: Place, request: ReceivedRequest): Mutation[] {
  const value = readAt(place, request);
  const [, claims = "", digest = ""] = value.split(".");
  const unsigned = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  const longer = Buffer.concat([request.rawBody, Buffer.from(" ")]);
  const at = (name: string, text: string | null, code: Mutation["code"]): Mutation => {
    return { name, request: replaceAt(place, request, text), code };
  };
  return [
    at("no token", null, "header_missing"),
    at("a token of spaces", "   ", "header_missing"),
    at("one character of the token's signature", flip(value, value.length - 8), "signature_mismatch"),
    at("one character of the claims", value.replace(claims, flip(claims, 8)), ["signature_mismatch", "wrong_encoding"]),
    at("a token cut short", value.slice(0, -4), "wrong_encoding"),
    at("a token without a signature", `${unsigned}.${claims}.`, "wrong_encoding"),
    at("a token that says it is not signed", `${unsigned}.${claims}.${digest}`, "header_malformed"),
    { name: "one byte more in the body", request: { ...request, rawBody: longer }, code: "body_changed" },
    ...repeated(place, request),
  ];
}

function placeOfSignature({ signature }: SignatureScheme): Place {
  return "at" in signature ? signature.at : { in: "header", name: signature.header };
}

function mutateSignature(scheme: SignatureScheme, request: ReceivedRequest): Mutation[] {
  const place = placeOfSignature(scheme);
  const value = readAt(place, request);
  const absent: RefusalCode = place.in === "header" ? "header_missing" : "field_missing";
  return [
    { name: "no signature", request: replaceAt(place, request, null), code: absent },
    {
      name: "one character of the signature",
      request: replaceAt(place, request, flip(value, value.length - 8)),
      code: "signature_mismatch",
    },
    {
      name: "a signature of spaces",
      request: replaceAt(place, request, "   "),
      code: place.in === "body" ? ["wrong_encoding", "field_malformed"] : absent,
    },
    ...repeated(place, request),
  ];
}

function mutateForm(scheme: SignatureScheme, request: ReceivedRequest): Mutation[] {
  const { signature, algorithm, encoding } = scheme;
  const place = placeOfSignature(scheme);
  const value = readAt(place, request);
  const list: Mutation[] = [];
  if (algorithm.type === "hmac" || algorithm.type === "ed25519") {
    list.push({
      name: "a signature cut short",
      request: replaceAt(place, request, value.slice(0, -4)),
      // Of several signatures the others are still whole.
      code: /^v1=.*,v1=|&/.test(value) ? "signature_mismatch" : "wrong_encoding",
    });
  }
  if (algorithm.type === "hmac" && place.in === "header") {
    const other = value.replace(/[A-Za-z\d+/_-]{26,}=*(?=,|$)/g, (digest) => {
      return Buffer.from(digest, encoding).toString(encoding === "hex" ? "base64" : "hex");
    });
    list.push({
      name: "the signature in another encoding",
      request: replaceAt(place, request, other),
      code: "wrong_encoding",
    });
  }
  const prefix = signature.form === "alone" || signature.form === "list" ? signature.prefix : "";
  if (prefix !== "") {
    const bare = value.replaceAll(prefix, "");
    list.push({
      name: "a signature without its prefix",
      request: replaceAt(place, request, bare),
      code: "header_malformed",
    });
  }
  if (signature.form === "pairs") {
    const renamed = value.replaceAll(`${signature.name}=`, "v9=");
    list.push({
      name: "a signature of another version",
      request: replaceAt(place, request, renamed),
      code: "header_malformed",
    });
  }
  return list;
}

function mutateTime({ timestamp, signed }: SignatureScheme, request: ReceivedRequest): Mutation[] {
  if (!timestamp || timestamp.at.in === "body") return [];
  const { at } = timestamp;
  const value = readAt(at, request);
  const changed = value.replace(/(\d)(\D*)$/, (_, last: string, rest: string) => `${(Number(last) + 1) % 10}${rest}`);
  const code = signed.includes("{timestamp}") ? "signature_mismatch" : null;
  return [
    { name: "one digit of the timestamp", request: replaceAt(at, request, changed), code },
    { name: "no timestamp", request: replaceAt(at, request, null), code: "timestamp_missing" },
    { name: "a timestamp that is none", request: replaceAt(at, request, "soon"), code: "timestamp_malformed" },
  ];
}

function repeated(place: Place, request: ReceivedRequest): Mutation[] {
  if (place.in !== "header") return [];
  const name = place.name.toLowerCase();
  const value = readAt(place, request);
  return [
    {
      name: "the header twice",
      request: { ...request, headers: { ...request.headers, [name]: [value, value] } },
      code: "header_malformed",
    },
  ];
}

/** Changes one letter or digit for another one of its kind. */
function flip(text: string, at: number): string {
  const was = text.charAt(at);
  const now = was === "a" ? "b" : was === "1" ? "2" : /\d/.test(was) ? "1" : "a";
  return text.slice(0, at) + now + text.slice(at + 1);
}

/** The text of a place, read without the code under test. */
function readAt(place: Place, { headers, query, rawBody }: ReceivedRequest): string {
  switch (place.in) {
    case "header":
      return String(headers[place.name.toLowerCase()]);
    case "query":
      return new URLSearchParams(query).get(place.name) ?? "";
    case "pair":
      return readPair(place, String(headers[place.header.toLowerCase()]));
    case "body":
      return readField(place.path, { headers, rawBody });
    case "first_item":
      return String(headers[place.header.toLowerCase()]).split(",")[0] ?? "";
    case "field_name":
      throw new Error("No proof is a field's name.");
  }
}

function readField(path: string, { headers, rawBody }: Pick<ReceivedRequest, "headers" | "rawBody">): string {
  if (isForm(headers)) return new URLSearchParams(rawBody.toString()).get(path) ?? "";
  const names = firstOf(path).split(".");
  const whole: unknown = JSON.parse(rawBody.toString());
  return String(names.reduce((at, name) => (at as Record<string, unknown>)[name], whole));
}

/** The request with another text in a place; null takes the text away. */
function replaceAt(place: Place, request: ReceivedRequest, text: string | null): ReceivedRequest {
  switch (place.in) {
    case "header":
      return { ...request, headers: { ...request.headers, [place.name.toLowerCase()]: text ?? undefined } };
    case "query":
      return { ...request, query: replaceInPairs(place.name, request.query, text) };
    case "pair": {
      const name = place.header.toLowerCase();
      const pairs = String(request.headers[name]).split(place.separator);
      const changed = pairs.flatMap((one) => {
        if (!one.trim().startsWith(`${place.name}=`)) return [one];
        return text === null ? [] : [`${place.name}=${text}`];
      });
      return { ...request, headers: { ...request.headers, [name]: changed.join(place.separator) } };
    }
    case "body":
      return isForm(request.headers)
        ? { ...request, rawBody: Buffer.from(replaceInPairs(place.path, request.rawBody.toString(), text)) }
        : replaceInBody(firstOf(place.path).split("."), request, text);
    case "first_item": {
      const name = place.header.toLowerCase();
      const [, ...rest] = String(request.headers[name]).split(",");
      return { ...request, headers: { ...request.headers, [name]: [text ?? "", ...rest].join(",") } };
    }
    case "field_name":
      throw new Error("No proof is a field's name.");
  }
}

function readPair({ separator, name }: Extract<Place, { in: "pair" }>, header: string): string {
  const parts = header.split(separator).map((one) => one.trim());
  return parts.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

function replaceInPairs(name: string, pairs: string, text: string | null): string {
  const changed = new URLSearchParams(pairs);
  if (text === null) changed.delete(name);
  else changed.set(name, text);
  return changed.toString();
}

function isForm(headers: ReceivedRequest["headers"]): boolean {
  return String(headers["content-type"]).includes("urlencoded");
}

/** Of the elements that `*` stands for the first: a sample has one. */
function firstOf(path: string): string {
  return path.replaceAll("*", "0");
}

function replaceInBody(path: readonly string[], request: ReceivedRequest, text: string | null): ReceivedRequest {
  const whole: unknown = JSON.parse(request.rawBody.toString());
  const parent = path.slice(0, -1).reduce((at, name) => (at as Record<string, unknown>)[name], whole);
  (parent as Record<string, unknown>)[path.at(-1) ?? ""] = text ?? undefined;
  return { ...request, rawBody: Buffer.from(JSON.stringify(whole)) };
}
