import type { Selectable } from "kysely";
import type { EventTypeVersions } from "@/lib/db/generated";
import type { Change } from "@/lib/nouns/event-types/changes/change";
import type { EventTypeVersion, EventTypeVersionSummary } from "@/lib/nouns/event-types/version-schemas";
import { parseExact } from "@/lib/wire/exact-json";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export type VersionRow = Selectable<EventTypeVersions>;
/** What a list reads of a version: no content. */
export type VersionSummaryRow = Omit<VersionRow, "description" | "example" | "json_schema">;

export function toVersionSummary(row: VersionSummaryRow, current: number): EventTypeVersionSummary {
  return {
    uid: row.id,
    event_type_id: row.event_type_id,
    number: row.number,
    is_current: row.number === current,
    is_breaking: toChanges(row).some((change) => change.is_breaking),
    note: row.note,
    saved_by: row.saved_by,
    saved_at: toTimestamp(row.saved_at),
  };
}

export function toVersion(row: VersionRow, current: number): EventTypeVersion {
  return {
    ...toVersionSummary(row, current),
    description: row.description,
    json_schema: row.json_schema === null ? null : (parseExact(row.json_schema) as EventTypeVersion["json_schema"]),
    example: row.example === null ? null : parseExact(row.example),
    changes: toChanges(row),
  };
}

/** Written by `keepVersion` alone. */
export function toChanges({ changes }: Pick<VersionRow, "changes">): Change[] {
  return changes as unknown as Change[];
}
