import type { RefusalCode } from "@/lib/kernel/vocabulary";
import { flip, isForm, type Mutation, mutateTime, readAt, repeated, replaceAt } from "./changed-request.fixture";
import { mutatePublished } from "./published-mutations.fixture";
import { isPublishedKey, type Place, type PublishedKeyScheme, type SignatureScheme, type SingleScheme } from "./scheme";
import type { ReceivedRequest } from "./verification/received";

/**
 * Every change by one byte, or by one part, of what the scheme proves. With `alternatives` another form of the signature
 * may be one of them.
 */
export function mutate(
  scheme: SingleScheme | PublishedKeyScheme,
  request: ReceivedRequest,
  alternatives: boolean,
): Mutation[] {
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
  if (isPublishedKey(scheme)) return mutatePublished(scheme, request);
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
      // The others of several signatures are still whole.
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
