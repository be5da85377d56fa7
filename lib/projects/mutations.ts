import { sql } from "kysely";
import { recordAudit } from "@/lib/audit-log/record";
import type { Context, ProjectContext } from "@/lib/context";
import { violatesUnique } from "@/lib/db/violations";
import { HookyardError, invalidFields } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { announce } from "@/lib/meta-events/announce";
import { findHeaderClashes } from "@/lib/projects/header-clashes";
import { toProject } from "@/lib/projects/presenters";
import { getProjectRow } from "@/lib/projects/queries";
import { type CreateProject, type Project, ProjectSettings, type UpdateProject } from "@/lib/projects/schemas";
import { mergeProjectSettings, readProjectSettings, storeProjectSettings } from "@/lib/projects/settings";
import { restoreCredentials } from "@/lib/redaction";

/** Creates a project; throws `duplicate` if a live one has the name, in any case. */
export async function createProject(ctx: Context, input: CreateProject): Promise<Project> {
  const settings = ProjectSettings.parse(input.settings ?? {});
  const { errors } = restoreCredentials(settings, {}, "settings");
  if (errors.length > 0) throw invalidFields(errors);
  checkSettings(ctx, settings);
  const now = ctx.clock.now();
  const creation = ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("projects")
      .values({
        id: newId(),
        name: input.name,
        type: input.type,
        settings: storeProjectSettings(settings, ctx.box),
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
    const updated = await trx
      .updateTable("projects")
      .set({
        name: input.name ?? row.name,
        settings: storeProjectSettings(settings, ctx.box),
        updated_at: ctx.clock.now(),
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

function refuseTakenName(error: unknown): never {
  if (violatesUnique(error, "projects_name")) throw new HookyardError("duplicate", "A project has this name already.");
  throw error;
}
