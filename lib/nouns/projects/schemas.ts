import { z } from "zod";
import { referenceAnswer, referenceFields } from "@/lib/kernel/references";
import { PROJECT_STATES, PROJECT_TYPES } from "@/lib/kernel/vocabulary";
import { ProjectSettings, ProjectSettingsChange } from "@/lib/nouns/project-settings/schemas";
import { PARTIAL, PARTIAL_RULE, PROJECT_STATE_RULE } from "@/lib/nouns/projects/list-reader";
import { MOST_COUNTED } from "@/lib/nouns/projects/most-counted";
import { Name, Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryText, queryValue } from "@/lib/wire/list-query";
import { referenceFilters } from "@/lib/wire/reference-query";

export const Project = z.object({
  uid: Uid,
  name: z.string(),
  type: z.enum(PROJECT_TYPES),
  settings: ProjectSettings,
  ...referenceAnswer,
  created_at: Timestamp,
  updated_at: Timestamp,
  archived_at: Timestamp,
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

/** The project's name as it stands, so that nobody ends a project that they did not mean. */
export const ConfirmProject = z.strictObject({
  name: z.string().max(200, "Use at most 200 characters.").describe("The project's name, letter by letter"),
});
export type ConfirmProject = z.infer<typeof ConfirmProject>;

const counted = (what: string) =>
  z.int().describe(`${what}; ${MOST_COUNTED.toLocaleString("en")} stands for that many and more`);

export const ProjectContents = z.object({
  sources: counted("Sources"),
  endpoints: counted("Endpoints"),
  events: counted("Events that are stored"),
  waiting_deliveries: counted("Deliveries that wait for an attempt"),
});
export type ProjectContents = z.infer<typeof ProjectContents>;

export const ListProjects = z.object({
  ...paging,
  name: QueryText.describe("Part of the name, in any case"),
  state: queryValue(z.enum(PROJECT_STATES, PROJECT_STATE_RULE).optional()).describe(
    "Only projects that are in use, or only archived ones; both if it is absent",
  ),
  partial: queryValue(z.enum(PARTIAL, PARTIAL_RULE).optional()).describe(
    "true: while a server of a database that is spread over several is away, list the projects of the others instead of answering 503. is_partial of /v1/me says whether some are missing",
  ),
  ...referenceFilters,
});
export type ListProjects = z.infer<typeof ListProjects>;
