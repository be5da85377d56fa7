import type { Selectable } from "kysely";
import type { Views } from "@/lib/db/generated";
import type { View } from "@/lib/nouns/views/schemas";

export function toView(row: Selectable<Views>): View {
  return {
    uid: row.id,
    project_id: row.project_id,
    list: row.list,
    name: row.name,
    query: row.query as View["query"],
    columns: row.columns,
    is_shared: row.owner_id === null,
    is_pinned: row.is_pinned,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
