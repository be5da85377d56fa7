import { NEW_PROVIDER, type ProviderValues, toProviderInput } from "@/components/sources/provider-settings";
import type { FieldError } from "@/lib/kernel/errors";
import type { HmacEncoding, HmacHash, ProviderName, VerifierType } from "@/lib/kernel/vocabulary";
import type { Source } from "@/lib/nouns/sources/schemas";

export const KEY_PLACES = ["header", "body", "query"] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

/** A part of the request, as `idempotency_keys` writes it: request.header.X, request.body.a.b, request.query.q. */
export type KeyPart = { place: KeyPlace; name: string };

export const TYPE_PLACES = ["header", "body", "fixed"] as const;
export type TypePlace = "usual" | (typeof TYPE_PLACES)[number];

export type PlainVerifierType = Exclude<VerifierType, "provider">;

export type HttpValues = {
  provider: ProviderName | "";
  verifier: {
    /** The verifier without a provider. */
    type: PlainVerifierType;
    /** What is shared with the provider, if there is one. */
    provider: ProviderValues;
    hmac: { header: string; hash: HmacHash; encoding: HmacEncoding; secret: string };
    api_key: { header_name: string; header_value: string };
    basic_auth: { username: string; password: string };
  };
  idempotency_keys: KeyPart[];
  /** Where the event type is looked for first; the fields of the other places keep their text. */
  typePlace: TypePlace;
  event_type_from: Record<(typeof TYPE_PLACES)[number], string>;
  /** One name on each line. */
  forward_headers: string;
  hasResponse: boolean;
  custom_response: { body: string; content_type: string };
};

export const NEW_HTTP: HttpValues = {
  provider: "",
  verifier: {
    type: "noop",
    provider: NEW_PROVIDER,
    hmac: { header: "X-Signature", hash: "SHA256", encoding: "hex", secret: "" },
    api_key: { header_name: "X-API-Key", header_value: "" },
    basic_auth: { username: "", password: "" },
  },
  idempotency_keys: [],
  typePlace: "usual",
  event_type_from: { header: "", body: "", fixed: "" },
  forward_headers: "",
  hasResponse: false,
  custom_response: { body: '{"received":true}', content_type: "application/json" },
};

export function toHttpValues(source: Source): HttpValues {
  return {
    provider: source.provider ?? "",
    verifier: toVerifierValues(source),
    idempotency_keys: source.idempotency_keys.map(readKeyPart),
    typePlace: TYPE_PLACES.find((place) => source.event_type_from?.[place] !== undefined) ?? "usual",
    event_type_from: { ...NEW_HTTP.event_type_from, ...source.event_type_from },
    forward_headers: source.forward_headers.join("\n"),
    hasResponse: source.custom_response !== null,
    custom_response: source.custom_response ?? NEW_HTTP.custom_response,
  };
}

function toVerifierValues({ provider, verifier }: Source): HttpValues["verifier"] {
  const { type, ...stored } = verifier as { type: VerifierType } & Partial<Omit<HttpValues["verifier"], "type">>;
  if (provider === null) return { ...NEW_HTTP.verifier, ...stored, type: type === "provider" ? "noop" : type };
  // A provider that signs by plain HMAC is stored so; its secret is the same to the form.
  const shared = stored.provider ?? { secret: stored.hmac?.secret ?? "" };
  return { ...NEW_HTTP.verifier, provider: { ...NEW_PROVIDER, ...shared } };
}

export function toHttpInput(values: HttpValues) {
  return {
    provider: values.provider === "" ? null : values.provider,
    verifier: toVerifier(values),
    idempotency_keys: values.idempotency_keys.map(writeKeyPart),
    event_type_from: toTypeFrom(values),
    forward_headers: values.forward_headers.split(/[\s,]+/).filter((name) => name !== ""),
    custom_response: values.hasResponse ? values.custom_response : null,
  };
}

/** Finds parts without a name. */
export function checkHttp({ idempotency_keys }: HttpValues): FieldError[] {
  return idempotency_keys.flatMap(({ place, name }, at) =>
    name.trim() === "" ? [{ path: `idempotency_keys.${at}`, message: NAMELESS[place] }] : [],
  );
}

const NAMELESS: Record<KeyPlace, string> = {
  header: "Name the header.",
  body: "Give the path in the body, such as order.id.",
  query: "Name the field of the query.",
};

export function writeKeyPart({ place, name }: KeyPart): string {
  return `request.${place}.${name.trim()}`;
}

export function readKeyPart(part: string): KeyPart {
  const [, place, ...name] = part.split(".");
  return { place: KEY_PLACES.find((one) => one === place) ?? "header", name: name.join(".") };
}

function toTypeFrom({ typePlace, event_type_from: from }: HttpValues) {
  return typePlace === "usual" ? null : { [typePlace]: from[typePlace].trim() };
}

function toVerifier({ provider, verifier }: HttpValues) {
  if (provider !== "") return { type: "provider" as const, provider: toProviderInput(provider, verifier.provider) };
  switch (verifier.type) {
    case "noop":
      return { type: "noop" as const };
    case "hmac":
      return { type: "hmac" as const, hmac: verifier.hmac };
    case "api_key":
      return { type: "api_key" as const, api_key: verifier.api_key };
    case "basic_auth":
      return { type: "basic_auth" as const, basic_auth: verifier.basic_auth };
  }
}
