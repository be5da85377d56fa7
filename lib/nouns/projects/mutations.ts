import { sql, type Transaction } from "kysely";
import type { Context, ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { findTakenReference, toReferenceColumns } from "@/lib/db/references";
import { violatesUnique } from "@/lib/db/violations";
import { HookyardError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { announce } from "@/lib/nouns/announcements/announce";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import {
  mergeProjectSettings,
  readProjectSettings,
  storeProjectSettings,
} from "@/lib/nouns/project-settings/stored-settings";
import { findHeaderClashes } from "@/lib/nouns/projects/header-clashes";
import { toProject } from "@/lib/nouns/projects/presenters";
import { visibleProjects } from "@/lib/nouns/projects/queries";
import type { CreateProject, Project, UpdateProject } from "@/lib/nouns/projects/schemas";
import { restoreCredentials } from "@/lib/wire/redaction";

/** Creates a project; throws `duplicate` if a live one has the name, in any case. */
export async function createProject(ctx: Context, input: CreateProject): Promise<Project> {
  const settings = ProjectSettings.parse(input.settings ?? {});
  const { errors } = restoreCredentials(settings, {}, "settings");
  if (errors.length > 0) throw invalidFields(errors);
  checkSettings(ctx, settings);
  const now = ctx.clock.now();
  const creation = ctx.db.transaction().execute(async (trx) => {
    await checkReference(trx, ctx, input, null);
    const row = await trx
      .insertInto("projects")
      .values({
        id: newId(),
        name: input.name,
        type: input.type,
        settings: storeProjectSettings(settings, ctx.box),
        ...toReferenceColumns(input),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(
      trx,
      { ...ctx, projectId: row.id },
      { action: "project.created", resource: { type: "project", id: row.id, name: row.name } },
    );
    return toProject(row);
  });
  return creation.catch(refuseTakenName);
}

/** Replaces the given fields, settings group by group; announces `project.updated`. */
export async function updateProject(ctx: ProjectContext, input: UpdateProject): Promise<Project> {
  const change = ctx.db.transaction().execute(async (trx) => {
    const row = await getProjectRow(trx, ctx.projectId, { lock: true });
    const before = readProjectSettings(row.settings, ctx.box);
    const settings = mergeProjectSettings(before, input.settings);
    checkSettings(ctx, settings);
    await checkReference(trx, ctx, input, ctx.projectId);
    const updated = await trx
      .updateTable("projects")
      .set({
        name: input.name ?? row.name,
        settings: storeProjectSettings(settings, ctx.box),
        updated_at: ctx.clock.now(),
        ...toReferenceColumns(input),
        ...(settings.retention !== before.retention && { retention_changed_at: sql<Date>`now()` }),
      })
      .where("id", "=", ctx.projectId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const project = toProject(updated);
    await announce(trx, ctx, { type: "project.updated", data: project, before: toProject(row) });
    return project;
  });
  return change.catch(refuseTakenName);
}

function checkSettings(ctx: Context, settings: ProjectSettings): void {
  const errors = findHeaderClashes(settings);
  const { url } = settings.meta_event;
  const wrong = url === "" ? null : ctx.checkDestination(url);
  if (wrong !== null) errors.push({ path: "settings.meta_event.url", message: wrong });
  if (errors.length > 0) throw invalidFields(errors);
}

/** Refuses an identifier that another project of the installation has, by its id where the caller may see that one. */
async function checkReference(
  trx: Transaction<DB>,
  ctx: Context,
  input: UpdateProject,
  id: string | null,
): Promise<void> {
  const mayTell = async (other: string) => {
    const seen = visibleProjects({ actor: ctx.actor, db: trx }).select("projects.id").where("projects.id", "=", other);
    return (await seen.executeTakeFirst()) !== undefined;
  };
  const errors = await findTakenReference(trx, input, { table: "projects", projectId: null, id, mayTell });
  if (errors.length > 0) throw invalidFields(errors);
}

function refuseTakenName(error: unknown): never {
  if (violatesUnique(error, "projects_name")) throw new HookyardError("duplicate", "A project has this name already.");
  throw error;
}
