import type { Selectable } from "kysely";
import type { EventTypes } from "@/lib/db/generated";
import { toReferences } from "@/lib/db/references";
import type { EventType } from "@/lib/nouns/event-types/schemas";
import { parseExact } from "@/lib/wire/exact-json";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export function toEventType(row: Selectable<EventTypes>): EventType {
  return {
    uid: row.id,
    project_id: row.project_id,
    name: row.name,
    description: row.description,
    category: row.category,
    json_schema: row.json_schema === null ? null : (parseExact(row.json_schema) as EventType["json_schema"]),
    example: row.example === null ? null : parseExact(row.example),
    version: row.version,
    is_public: row.public_since !== null,
    is_deprecated: row.deprecated_at !== null,
    deprecated_at: toTimestamp(row.deprecated_at),
    ...toReferences(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: toTimestamp(row.deleted_at),
  };
}
