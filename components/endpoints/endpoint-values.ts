import { readFixedHeaders, writeFixedHeaders } from "@/components/endpoints/fixed-headers";
import {
  findPairErrors,
  NO_REFERENCES,
  type ReferenceValues,
  readTags,
  toReferenceInput,
  toReferenceValues,
  writeTags,
} from "@/components/references/reference-values";
import type { FieldError } from "@/lib/kernel/errors";
import { type AuthenticationType, REDACTED } from "@/lib/kernel/vocabulary";
import type { Endpoint, UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import type { EndpointTls } from "@/lib/nouns/endpoints/tls-schemas";
import { findVariables } from "@/lib/wire/url-variables";

type AuthenticationChoice = "" | AuthenticationType;

/** The values of the form's fields, under the API's names. */
export type EndpointValues = ReferenceValues & {
  /** With a space between them. */
  tags: string;
  name: string;
  url: string;
  /** Where values are, "" for the usual place; null while its braces are no variables. */
  url_variables: Record<string, string> | null;
  description: string;
  owner_id: string;
  http_timeout: number;
  rate_limit: number;
  rate_limit_duration: number;
  max_in_flight: number;
  ordering_key: string;
  ordering_policy: Endpoint["ordering_policy"];
  ordering_skip_after: number;
  content_type: Endpoint["content_type"];
  http_method: Endpoint["http_method"];
  /** One on each line. */
  headers: string;
  chat_webhook_url: string;
  support_email: string;
  signature_algorithm: Endpoint["signature_algorithm"];
  advanced_signatures: boolean;
  /** Only for a new endpoint; empty generates one. */
  secret: string;
  authentication: {
    type: AuthenticationChoice;
    api_key: { header_name: string; header_value: string };
    basic_auth: { username: string; password: string };
    oauth2: { url: string; client_id: string; client_secret: string; scope: string };
  };
  tls: EndpointTls;
};

export const NEW_ENDPOINT: EndpointValues = {
  ...NO_REFERENCES,
  tags: "",
  name: "",
  url: "",
  url_variables: null,
  description: "",
  owner_id: "",
  http_timeout: 10,
  rate_limit: 0,
  rate_limit_duration: 60,
  max_in_flight: 0,
  ordering_key: "",
  ordering_policy: "block",
  ordering_skip_after: 3,
  content_type: "application/json",
  http_method: "POST",
  headers: "",
  chat_webhook_url: "",
  support_email: "",
  signature_algorithm: "hmac",
  advanced_signatures: true,
  secret: "",
  authentication: {
    type: "",
    api_key: { header_name: "X-API-Key", header_value: "" },
    basic_auth: { username: "", password: "" },
    oauth2: { url: "", client_id: "", client_secret: "", scope: "" },
  },
  tls: { client_certificate: "", client_key: "", ca_certificate: "" },
};

export function toEndpointValues(endpoint: Endpoint): EndpointValues {
  const stored = endpoint.authentication as Partial<EndpointValues["authentication"]> | null;
  return {
    ...NEW_ENDPOINT,
    ...toReferenceValues(endpoint),
    tags: writeTags(endpoint.tags),
    name: endpoint.name,
    url: endpoint.url,
    url_variables: endpoint.url_variables && placesOf(endpoint.url, endpoint.url_variables),
    description: endpoint.description,
    owner_id: endpoint.owner_id,
    http_timeout: endpoint.http_timeout,
    rate_limit: endpoint.rate_limit,
    rate_limit_duration: endpoint.rate_limit_duration,
    max_in_flight: endpoint.max_in_flight,
    ordering_key: endpoint.ordering_key,
    ordering_policy: endpoint.ordering_policy,
    ordering_skip_after: endpoint.ordering_skip_after,
    content_type: endpoint.content_type,
    http_method: endpoint.http_method,
    headers: writeFixedHeaders(endpoint.headers),
    chat_webhook_url: endpoint.chat_webhook_url && REDACTED,
    support_email: endpoint.support_email,
    signature_algorithm: endpoint.signature_algorithm,
    advanced_signatures: endpoint.advanced_signatures,
    authentication: {
      ...NEW_ENDPOINT.authentication,
      ...stored,
      oauth2: { ...NEW_ENDPOINT.authentication.oauth2, ...stored?.oauth2 },
    },
    tls: endpoint.tls ?? NEW_ENDPOINT.tls,
  };
}

export function toEndpointInput(values: EndpointValues) {
  const { secret: _, authentication, headers, tls, tags, url_variables, ...fields } = values;
  return {
    ...fields,
    ...toReferenceInput(values),
    tags: readTags(tags),
    url_variables: toUrlVariables(fields.url, url_variables),
    headers: readFixedHeaders(headers).headers,
    authentication: toAuthentication(authentication),
    tls: Object.values(tls).every((text) => text.trim() === "") ? null : tls,
  } satisfies UpdateEndpoint;
}

/** The place of each variable of the address, "" for the usual one. */
function placesOf(url: string, places: Record<string, string>): Record<string, string> {
  return Object.fromEntries(findVariables(url).map((name) => [name, places[name]?.trim() ?? ""]));
}

/** Undefined while nobody was asked for them: then the address keeps its meaning, or its variables have the usual places. */
function toUrlVariables(url: string, places: EndpointValues["url_variables"]): Record<string, string> | undefined {
  if (places === null) return undefined;
  return Object.fromEntries(Object.entries(placesOf(url, places)).filter(([, place]) => place !== ""));
}

/** Finds what the schema cannot see: text that is no header or pair. */
export function checkEndpoint(values: EndpointValues): FieldError[] {
  return [...readFixedHeaders(values.headers).errors, ...findPairErrors(values)];
}

function toAuthentication({
  type,
  api_key,
  basic_auth,
  oauth2: { scope, ...oauth2 },
}: EndpointValues["authentication"]) {
  switch (type) {
    case "":
      return null;
    case "api_key":
      return { type, api_key };
    case "basic_auth":
      return { type, basic_auth };
    case "oauth2":
      return { type, oauth2: { ...oauth2, ...(scope !== "" && { scope }) } };
  }
}
