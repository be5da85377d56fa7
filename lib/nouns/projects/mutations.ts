import { sql, type Transaction } from "kysely";
import type { Context, ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { findTakenReference, toReferenceColumns } from "@/lib/db/references";
import { takeTurn, tellOfChange } from "@/lib/db/take-turn";
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

/** Creates a project; throws `duplicate` if a live one has the name, in any case. `ctx.db` is the whole database. */
export async function createProject(ctx: Context, input: CreateProject): Promise<Project> {
  const settings = ProjectSettings.parse(input.settings ?? {});
  const { errors } = restoreCredentials(settings, {}, "settings");
  if (errors.length > 0) throw invalidFields(errors);
  checkSettings(ctx, settings);
  const now = ctx.clock.now();
  const creation = ctx.db.transaction().execute(async (trx) => {
    await refuseTakenName(trx, input.name, null);
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
  return creation.catch(refuseDuplicate);
}

/**
 * Replaces the given fields, settings group by group; announces `project.updated`. Throws `duplicate` as `createProject`,
 * and `ctx.db` is the whole database too.
 */
export async function updateProject(ctx: ProjectContext, input: UpdateProject): Promise<Project> {
  const change = ctx.db.transaction().execute(async (trx) => {
    const row = await getProjectRow(trx, ctx.projectId, { lock: true });
    const before = readProjectSettings(row.settings, ctx.box);
    const settings = mergeProjectSettings(before, input.settings);
    checkSettings(ctx, settings);
    if (input.name !== undefined) await refuseTakenName(trx, input.name, ctx.projectId);
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
    await tellOfChange(trx, ctx.projectId);
    return project;
  });
  return change.catch(refuseDuplicate);
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

/**
 * Throws `duplicate` if another live project has the name, in any case. Who asks for the same one takes turns until the
 * transaction ends, so that no two get it: an index is of a shard, which has some of the projects only.
 */
async function refuseTakenName(trx: Transaction<DB>, name: string, id: string | null): Promise<void> {
  await takeTurn(trx, `project ${name.toLowerCase()}`);
  const { rows } = await sql`
    select 1 from projects where lower(name) = lower(${name}) and deleted_at is null and id is distinct from ${id}`.execute(
    trx,
  );
  if (rows.length > 0) throw taken();
}

/** Copies of version 0.1 take no turns. */
function refuseDuplicate(error: unknown): never {
  throw violatesUnique(error, "projects_name") ? taken() : error;
}

const taken = () => new HookyardError("duplicate", "A project has this name already.");
