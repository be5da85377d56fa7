import type { Selectable } from "kysely";
import type { Context } from "@/lib/db/context";
import type { ReceiverRequests, Receivers } from "@/lib/db/generated";
import { RECEIVER_PATH } from "@/lib/egress/own-receivers";
import type { ReceivedRequest, Receiver } from "@/lib/nouns/receivers/schemas";
import { writtenAsText } from "@/lib/wire/json-pieces";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export function toReceiver(
  row: Selectable<Receivers>,
  { publicUrl, ingestUrl }: Pick<Context, "publicUrl" | "ingestUrl">,
): Receiver {
  return {
    uid: row.id,
    project_id: row.project_id,
    name: row.name,
    url: `${ingestUrl ?? publicUrl}${RECEIVER_PATH}${row.token}`,
    answer: {
      status: row.answer_status,
      delay_ms: row.answer_delay_ms,
      content_type: row.answer_content_type,
      body: row.answer_body,
      retry_after: row.answer_retry_after,
    },
    fail_next: row.fail_next,
    fail_status: row.fail_status,
    received: row.received,
    last_received_at: toTimestamp(row.last_received_at),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

export function toReceivedRequest(row: Selectable<ReceiverRequests>): ReceivedRequest {
  return {
    uid: row.id,
    receiver_id: row.receiver_id,
    received_at: row.received_at.toISOString(),
    method: row.method,
    url_query_params: row.url_query_params,
    headers: row.headers as Record<string, string>,
    body: writtenAsText(row.body),
    body_bytes: row.body_bytes,
    body_truncated: row.body_bytes > row.body.length,
    status: row.status,
  };
}
