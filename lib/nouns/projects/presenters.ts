import type { Selectable } from "kysely";
import type { Projects } from "@/lib/db/generated";
import { toReferences } from "@/lib/db/references";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import type { Project } from "@/lib/nouns/projects/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export function toProject(row: Selectable<Projects>): Project {
  const settings = ProjectSettings.parse(row.settings);
  return {
    uid: row.id,
    name: row.name,
    type: row.type,
    settings: {
      ...settings,
      meta_event: { ...settings.meta_event, secret: settings.meta_event.secret === "" ? "" : REDACTED },
    },
    ...toReferences(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    archived_at: toTimestamp(row.archived_at),
    deleted_at: toTimestamp(row.deleted_at),
  };
}
