import type { Selectable } from "kysely";
import type { EndpointSecrets, Endpoints } from "@/lib/db/generated";
import { toReferences } from "@/lib/db/references";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { REDACTED } from "@/lib/kernel/vocabulary";
import type { SigningKeyPair } from "@/lib/nouns/endpoints/key-pair-schemas";
import { isLive, openKeyPairs } from "@/lib/nouns/endpoints/key-pairs";
import { readCertificates } from "@/lib/nouns/endpoints/read-certificates";
import type { Authentication, Endpoint, Secret } from "@/lib/nouns/endpoints/schemas";
import type { EndpointTls } from "@/lib/nouns/endpoints/tls-schemas";
import type { UrlVariables } from "@/lib/nouns/endpoints/url-variable-schemas";
import { redactCredentials } from "@/lib/wire/redaction";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export type EndpointCounts = { events: number; failureRate: number };

/** What an endpoint's answer contains besides its row. */
export type EndpointParts = {
  /** The newest first. */
  secrets: readonly Selectable<EndpointSecrets>[];
  counts: EndpointCounts | undefined;
  box: SecretBox;
  reveals: Reveals;
  now: Date;
};

/** Which secrets an answer shows: none, or the signing secrets and the chat's address. Credentials are never shown. */
export type Reveals = "none" | "all";

export function toEndpoint(row: Selectable<Endpoints>, parts: EndpointParts): Endpoint {
  return {
    uid: row.id,
    project_id: row.project_id,
    owner_id: row.owner_id ?? "",
    name: row.name,
    description: row.description,
    url: row.url,
    url_variables: row.url_variables as UrlVariables,
    status: row.status,
    status_reason: row.status_reason ?? "",
    signature_algorithm: row.signature_algorithm,
    key_pairs: toKeyPairs(row.key_pairs, parts),
    advanced_signatures: row.advanced_signatures,
    authentication: toAuthentication(row.authentication, parts),
    ...toTls(row.tls, parts),
    headers: row.headers as Record<string, string>,
    secrets: parts.secrets.map((secret) => toSecret(secret, parts)),
    events: parts.counts?.events ?? 0,
    failure_rate: parts.counts?.failureRate ?? 0,
    content_type: row.content_type,
    http_method: row.http_method,
    http_timeout: row.http_timeout,
    rate_limit: row.rate_limit,
    rate_limit_duration: row.rate_limit_duration,
    max_in_flight: row.max_in_flight,
    ordering_key: row.ordering_key,
    ordering_policy: row.ordering_policy,
    ordering_skip_after: row.ordering_skip_after,
    chat_webhook_url: toChatUrl(row.sealed_chat_webhook_url, parts),
    support_email: row.support_email ?? "",
    ...toReferences(row),
    tags: row.tags ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: toTimestamp(row.deleted_at),
  };
}

function toAuthentication(sealed: string | null, { box }: EndpointParts): Authentication | null {
  return sealed ? redactCredentials(JSON.parse(box.open(sealed)) as Authentication) : null;
}

function toTls(sealed: string | null, { box }: EndpointParts): Pick<Endpoint, "tls" | "tls_certificates"> {
  if (sealed === null) return { tls: null, tls_certificates: [] };
  const tls = JSON.parse(box.open(sealed)) as EndpointTls;
  return { tls: redactCredentials(tls), tls_certificates: readCertificates(tls) };
}

/** The key pairs that sign. */
function toKeyPairs(sealed: string | null, { box, now }: EndpointParts): SigningKeyPair[] {
  const live = openKeyPairs(sealed, box).filter((pair) => isLive(pair, now));
  return live.map(({ id, publicKey, createdAt, expiresAt }) => ({
    uid: id,
    public_key: publicKey,
    created_at: createdAt,
    expires_at: expiresAt,
  }));
}

function toChatUrl(sealed: string | null, { box, reveals }: EndpointParts): string {
  if (sealed === null) return "";
  return reveals === "all" ? box.open(sealed) : REDACTED;
}

function toSecret(row: Selectable<EndpointSecrets>, { box, reveals }: EndpointParts): Secret {
  return {
    uid: row.id,
    value: reveals === "all" ? box.open(row.value) : REDACTED,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: toTimestamp(row.deleted_at),
    expires_at: toTimestamp(row.expires_at),
  };
}
