import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { EventRow } from "@/lib/nouns/events/list-rows";
import type { Content } from "@/lib/nouns/events/load";
import type { Event } from "@/lib/nouns/events/schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import { writtenAsBytes, writtenAsText } from "@/lib/wire/json-pieces";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** What rows refer to, by id, and the content if it was read. */
export type EventParts = {
  sources: ReadonlyMap<string, Source>;
  endpoints: ReadonlyMap<string, Endpoint>;
  content: Content | null;
};

export function toEvent(row: EventRow, { sources, endpoints, content }: EventParts): Event {
  return {
    uid: row.id,
    project_id: row.project_id,
    app_id: null,
    source_id: row.source_id,
    event_type: row.event_type,
    status: row.status,
    status_reason: row.status_reason ?? "",
    status_code: row.status_code,
    idempotency_key: row.idempotency_key,
    is_duplicate_event: row.is_duplicate_event,
    ...(content && {
      headers: content.headers,
      data: writtenAsBytes(content.payload),
      raw: writtenAsText(content.payload),
    }),
    ...(row.external_id !== null && { external_id: row.external_id }),
    ...(row.tags && { tags: row.tags }),
    metadata: row.metadata === null ? null : JSON.stringify(row.metadata),
    url_query_params: row.url_query_params,
    ...(row.deliver_at && { deliver_at: row.deliver_at.toISOString() }),
    endpoints: row.endpoints,
    endpoint_metadata: row.endpoints.flatMap((id) => endpoints.get(id) ?? []),
    source_metadata: (row.source_id && sources.get(row.source_id)) || null,
    acknowledged_at: toTimestamp(row.acknowledged_at),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: null,
  };
}
