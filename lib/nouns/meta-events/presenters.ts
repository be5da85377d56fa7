import type { Selectable } from "kysely";
import type { MetaEvents } from "@/lib/db/generated";
import { toDeliveryMetadata } from "@/lib/nouns/deliveries/presenters";
import type { MetaEvent } from "@/lib/nouns/meta-events/schemas";

/** A meta event without its payload, which a summary does not read. */
export type MetaEventRow = Omit<Selectable<MetaEvents>, "payload">;

export function toMetaEvent(row: MetaEventRow, payload: Buffer | null): MetaEvent {
  return {
    uid: row.id,
    project_id: row.project_id,
    event_type: row.event_type,
    status: row.status,
    description: row.description,
    metadata: toDeliveryMetadata(row, payload),
    attempt: row.attempt as MetaEvent["attempt"],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: null,
  };
}
