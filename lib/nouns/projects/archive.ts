import type { Selectable, Transaction } from "kysely";
import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import type { DB, Projects } from "@/lib/db/generated";
import { conflict } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { checkProjectName } from "@/lib/nouns/projects/check-project-name";
import { toProject } from "@/lib/nouns/projects/presenters";
import type { ConfirmProject, Project } from "@/lib/nouns/projects/schemas";
import { OPEN_LANES } from "@/lib/queue/open-lanes";
import { WAKE } from "@/lib/queue/wake";

/**
 * Archives a project: from this commit on it takes in nothing, and soon no attempt begins. What waits is kept. Throws
 * invalid fields if the name is not the project's, conflict if it is archived already.
 */
export async function archiveProject(ctx: ProjectContext, input: ConfirmProject): Promise<Project> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getProjectRow(trx, ctx.projectId, { lock: true });
    checkProjectName(row, input);
    if (row.archived_at !== null) throw conflict("This project is archived already.");
    return change(trx, ctx, { row, archived_at: ctx.clock.now(), action: "project.archived" });
  });
}

/** Puts an archived project into use again: its waiting deliveries are due. Throws as `archiveProject` does. */
export async function unarchiveProject(ctx: ProjectContext, input: ConfirmProject): Promise<Project> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getProjectRow(trx, ctx.projectId, { lock: true });
    checkProjectName(row, input);
    if (row.archived_at === null) throw conflict("This project is not archived.");
    const project = await change(trx, ctx, { row, archived_at: null, action: "project.unarchived" });
    const ask = askTransaction(trx);
    await ask(OPEN_LANES(ctx.projectId));
    await ask(WAKE());
    return project;
  });
}

type Change = { row: Selectable<Projects>; archived_at: Date | null; action: string };

async function change(
  trx: Transaction<DB>,
  ctx: ProjectContext,
  { row, archived_at, action }: Change,
): Promise<Project> {
  const changed = await trx
    .updateTable("projects")
    .set({ archived_at, updated_at: ctx.clock.now() })
    .where("id", "=", ctx.projectId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const project = toProject(changed);
  const resource = { type: "project", id: row.id, name: row.name } as const;
  await recordAudit(trx, ctx, { action, resource, before: toProject(row), after: project });
  return project;
}
