import type { CreateSource, Source } from "@/lib/sources/schemas";
import type { HmacEncoding, HmacHash, ProviderName, VerifierType } from "@/lib/vocabulary";

/** What the form's fields hold. Where a field is sent, its name is the API's, so that errors find it. */
export type SourceValues = {
  name: string;
  provider: ProviderName | "";
  verifier: {
    type: VerifierType;
    hmac: { header: string; hash: HmacHash; encoding: HmacEncoding; secret: string };
    api_key: { header_name: string; header_value: string };
    basic_auth: { username: string; password: string };
  };
  /** One part of the request on each line. */
  idempotency_keys: string;
  hasResponse: boolean;
  custom_response: { body: string; content_type: string };
  isEnabled: boolean;
};

export const NEW_SOURCE: SourceValues = {
  name: "",
  provider: "",
  verifier: {
    type: "noop",
    hmac: { header: "X-Signature", hash: "SHA256", encoding: "hex", secret: "" },
    api_key: { header_name: "X-API-Key", header_value: "" },
    basic_auth: { username: "", password: "" },
  },
  idempotency_keys: "",
  hasResponse: false,
  custom_response: { body: '{"received":true}', content_type: "application/json" },
  isEnabled: true,
};

export function toSourceValues(source: Source): SourceValues {
  const { type, ...stored } = source.verifier as { type: VerifierType } & Partial<SourceValues["verifier"]>;
  return {
    name: source.name,
    provider: source.provider ?? "",
    verifier: { ...NEW_SOURCE.verifier, ...stored, type },
    idempotency_keys: source.idempotency_keys.join("\n"),
    hasResponse: source.custom_response !== null,
    custom_response: source.custom_response ?? NEW_SOURCE.custom_response,
    isEnabled: !source.is_disabled,
  };
}

export function toSourceInput(values: SourceValues) {
  return {
    name: values.name,
    provider: values.provider === "" ? null : values.provider,
    verifier: toVerifier(values),
    idempotency_keys: toLines(values.idempotency_keys),
    custom_response: values.hasResponse ? values.custom_response : null,
    is_disabled: !values.isEnabled,
  } satisfies Omit<CreateSource, "type">;
}

function toVerifier({ provider, verifier }: SourceValues) {
  if (provider !== "") return { type: "hmac" as const, hmac: { secret: verifier.hmac.secret } };
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

function toLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
