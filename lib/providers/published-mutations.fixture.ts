import type { RefusalCode } from "@/lib/kernel/vocabulary";
import { flip, type Mutation, mutateTime, readAt, repeated, replaceAt } from "./changed-request.fixture";
import type { AccountKeyScheme, CertificateScheme, Place, PublishedKeyScheme } from "./scheme";
import type { ReceivedRequest } from "./verification/received";

/** Every change by one byte, or by one part, of what is proved by a key that the provider publishes. */
export function mutatePublished(scheme: PublishedKeyScheme, request: ReceivedRequest): Mutation[] {
  switch (scheme.kind) {
    case "certificate":
      return mutateCertified(scheme, request);
    case "id_token":
      return mutateIdToken(request);
    case "account_key":
      return mutateAccountToken(scheme, request);
  }
}

/** Each part of a request whose certificate it names: what is signed, the signature, and where its key is. */
function mutateCertified(scheme: CertificateScheme, request: ReceivedRequest): Mutation[] {
  const { signature, certificate, hash, timestamp, id, expected, secretAt, signed } = scheme;
  const absent: RefusalCode = signature.in === "header" ? "header_missing" : "field_missing";
  const bad: RefusalCode = signature.in === "header" ? "header_malformed" : "field_malformed";
  const change = (name: string, place: Place, text: string | null, code: Mutation["code"]): Mutation => {
    return { name, request: replaceAt(place, request, text), code };
  };
  const value = readAt(signature, request);
  const url = readAt(certificate.url, request);
  const elsewhere = [
    url.replace("https:", "http:"),
    url.replace(".com/", ".com.evil.example/"),
    url.replace("https://", "https://evil.example/"),
    url.replace("https://", "https://evil."),
    url.replace(".com/", ".com:444/"),
    url.replace(".com/", ".com@evil.example/"),
    url.replace(".com/", ".com/evil/"),
    url.replace(".com/", ".com/../evil/"),
    url.replace(".com/", ".com\\evil/"),
    `${url}?x=1`,
    `${url}#x`,
    url.replace(".com/", ".com/\n"),
    "https://127.0.0.1/",
    "file:///etc/passwd",
    "none",
  ];
  const times: Mutation[] = timestamp ? mutateTime({ timestamp, signed }, request) : [];
  return [
    ...mutateCovered(scheme, request),
    change("no signature", signature, null, absent),
    change("one character of the signature", signature, flip(value, value.length - 8), "signature_mismatch"),
    change("a signature of spaces", signature, "   ", [absent, "wrong_encoding"]),
    change("a signature that is no base64", signature, `${value.slice(0, -4)}*`, "wrong_encoding"),
    change("a signature cut short", signature, value.slice(0, -4), ["signature_mismatch", "wrong_encoding"]),
    change("no URL of a certificate", certificate.url, null, absent),
    ...elsewhere.map((one) => change(`the certificate ${one}`, certificate.url, one, "key_elsewhere")),
    change("another certificate of the provider", certificate.url, flip(url, url.length - 6), "key_unknown"),
    change("no algorithm", hash.at, null, absent),
    change("an algorithm that there is not", hash.at, "MD5", bad),
    change("an algorithm of JavaScript", hash.at, "constructor", bad),
    ...(id ? [change("another id", id, "another", "signature_mismatch"), change("no id", id, null, absent)] : []),
    ...expected.flatMap(({ at }) => [change("another kind", at, "Other", bad), change("no kind", at, null, absent)]),
    ...(secretAt ? [change("for nobody", secretAt, null, absent)] : []),
    ...times,
    ...repeated(signature, request),
    ...repeated(certificate.url, request),
  ];
}

/** One byte of the body where all of it is signed, and else one character of each field. */
function mutateCovered({ signed, secretAt, expected }: CertificateScheme, request: ReceivedRequest): Mutation[] {
  if (signed.includes("{crc32}")) {
    return [0, request.rawBody.length >> 1, request.rawBody.length - 1].map((at) => {
      const rawBody = Buffer.from(request.rawBody);
      rawBody.writeUInt8(rawBody.readUInt8(at) ^ 1, at);
      return { name: `byte ${at} of the body`, request: { ...request, rawBody }, code: "signature_mismatch" };
    });
  }
  const told = [secretAt, ...expected.map(({ at }) => at)].map((at) => (at?.in === "body" ? at.path : ""));
  return [...signed.matchAll(/\{line:([^}]+)\}/g)].map(([, path = ""]) => {
    const place: Place = { in: "body", path };
    const value = readAt(place, request);
    const changed = value === "undefined" ? "a" : flip(value, value.length >> 1);
    const code: Mutation["code"] = told.includes(path) ? ["wrong_secret", "field_malformed"] : "signature_mismatch";
    return { name: `the field ${path}`, request: replaceAt(place, request, changed), code };
  });
}

/** Each part of a token in `Authorization`. */
function mutateIdToken(request: ReceivedRequest): Mutation[] {
  const place: Place = { in: "header", name: "authorization" };
  const value = readAt(place, request);
  const [head = "", claims = "", digest = ""] = value.replace("Bearer ", "").split(".");
  const header = JSON.parse(Buffer.from(head, "base64url").toString()) as object;
  const withHeader = (changed: object) => {
    const written = Buffer.from(JSON.stringify({ ...header, ...changed })).toString("base64url");
    return `Bearer ${written}.${claims}.${digest}`;
  };
  const at = (name: string, text: string | null, code: Mutation["code"]): Mutation => {
    return { name, request: replaceAt(place, request, text), code };
  };
  return [
    at("no token", null, "header_missing"),
    at("a token of spaces", "   ", "header_missing"),
    at("a token that is none", "Bearer none", "wrong_encoding"),
    at("a token without Bearer", value.replace("Bearer ", ""), "header_malformed"),
    at("Basic authentication", "Basic YTpi", "header_malformed"),
    at("one character of the signature", flip(value, value.length - 8), "signature_mismatch"),
    at("a signature cut short", value.slice(0, -4), ["signature_mismatch", "wrong_encoding"]),
    at("no signature", `Bearer ${head}.${claims}.`, "wrong_encoding"),
    at("one character of the claims", value.replace(claims, flip(claims, 8)), ["signature_mismatch", "wrong_encoding"]),
    at("another key's name", withHeader({ kid: "other" }), "key_unknown"),
    at("no key's name", withHeader({ kid: undefined }), "header_malformed"),
    ...["none", "HS256", "RS512", "ES256"].map((alg) =>
      at(`the algorithm ${alg}`, withHeader({ alg }), "header_malformed"),
    ),
    { name: "another address", request: { ...request, url: `${request.url}2` }, code: "wrong_secret" },
    ...repeated(place, request),
  ];
}

/** Each part of a token whose key is given to an account, and the body whose hash it has. */
function mutateAccountToken({ at: place }: AccountKeyScheme, request: ReceivedRequest): Mutation[] {
  const value = readAt(place, request);
  const [head = "", claims = "", digest = ""] = value.split(".");
  const header = JSON.parse(Buffer.from(head, "base64url").toString()) as object;
  const withHeader = (changed: object) => {
    const written = Buffer.from(JSON.stringify({ ...header, ...changed })).toString("base64url");
    return `${written}.${claims}.${digest}`;
  };
  const at = (name: string, text: string | null, code: Mutation["code"]): Mutation => {
    return { name, request: replaceAt(place, request, text), code };
  };
  const bodies = [0, request.rawBody.length >> 1, request.rawBody.length - 1].map((byte): Mutation => {
    const rawBody = Buffer.from(request.rawBody);
    rawBody.writeUInt8(rawBody.readUInt8(byte) ^ 1, byte);
    return { name: `byte ${byte} of the body`, request: { ...request, rawBody }, code: "body_changed" };
  });
  const longer = Buffer.concat([request.rawBody, Buffer.from(" ")]);
  return [
    ...bodies,
    { name: "one byte more in the body", request: { ...request, rawBody: longer }, code: "body_changed" },
    { name: "no body", request: { ...request, rawBody: Buffer.alloc(0) }, code: "body_changed" },
    at("no token", null, "header_missing"),
    at("a token of spaces", "   ", "header_missing"),
    at("a token that is none", "none", "wrong_encoding"),
    at("one character of the signature", flip(value, value.length - 8), "signature_mismatch"),
    at("a signature cut short", value.slice(0, -4), ["signature_mismatch", "wrong_encoding"]),
    at("no signature", `${head}.${claims}.`, "wrong_encoding"),
    at("one character of the claims", value.replace(claims, flip(claims, 8)), ["signature_mismatch", "wrong_encoding"]),
    at("another key's name", withHeader({ kid: "other" }), "key_unknown"),
    at("no key's name", withHeader({ kid: undefined }), "header_malformed"),
    at("a key's name without an end", withHeader({ kid: "k".repeat(201) }), "header_malformed"),
    ...["none", "HS256", "RS256", "ES384"].map((alg) =>
      at(`the algorithm ${alg}`, withHeader({ alg }), "header_malformed"),
    ),
    ...repeated(place, request),
  ];
}
