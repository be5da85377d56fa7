import { z } from "zod";
import { referenceAnswer, referenceFields } from "@/lib/kernel/references";
import { PROJECT_TYPES } from "@/lib/kernel/vocabulary";
import { ProjectSettings, ProjectSettingsChange } from "@/lib/nouns/project-settings/schemas";
import { Name, Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryText } from "@/lib/wire/list-query";
import { referenceFilters } from "@/lib/wire/reference-query";

export const Project = z.object({
  uid: Uid,
  name: z.string(),
  type: z.enum(PROJECT_TYPES),
  settings: ProjectSettings,
  ...referenceAnswer,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type Project = z.infer<typeof Project>;

export const CreateProject = z.strictObject({
  name: Name,
  type: z.enum(PROJECT_TYPES, "Choose incoming (receives webhooks) or outgoing (sends your events)."),
  settings: ProjectSettings.optional(),
  ...referenceFields,
});
export type CreateProject = z.input<typeof CreateProject>;

/** Settings are merged group by group: `{settings: {retry: {retry_limit: 3}}}` leaves the rest as it is. */
export const UpdateProject = z.strictObject({
  name: Name.optional(),
  settings: ProjectSettingsChange.optional(),
  ...referenceFields,
});
export type UpdateProject = z.input<typeof UpdateProject>;

export const ListProjects = z.object({
  ...paging,
  name: QueryText.describe("Part of the name, in any case"),
  ...referenceFilters,
});
export type ListProjects = z.infer<typeof ListProjects>;
