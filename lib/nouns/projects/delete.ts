import type { ProjectContext } from "@/lib/db/context";
import { conflict } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { checkProjectName } from "@/lib/nouns/projects/check-project-name";
import { toProject } from "@/lib/nouns/projects/presenters";
import type { ConfirmProject, Project } from "@/lib/nouns/projects/schemas";

/**
 * Deletes an archived project: nobody finds it any more, and its name is free. Upkeep removes what it had. Only the audit
 * log of the installation goes on telling of it. Throws invalid fields if the name is not the project's, conflict if it is
 * not archived.
 */
export async function deleteProject(ctx: ProjectContext, input: ConfirmProject): Promise<Project> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getProjectRow(trx, ctx.projectId, { lock: true });
    checkProjectName(row, input);
    if (row.archived_at === null) throw conflict("Only an archived project can be deleted. Archive it first.");
    const now = ctx.clock.now();
    await trx
      .updateTable("projects")
      // The settings have a sealed secret, and a retention by which days would be exported.
      .set({ deleted_at: now, updated_at: now, settings: "{}", external_id: null, metadata: null })
      .where("id", "=", ctx.projectId)
      .execute();
    const { projectId: _, ...installation } = ctx;
    const resource = { type: "project", id: row.id, name: row.name } as const;
    await recordAudit(trx, installation, { action: "project.deleted", resource });
    return toProject({ ...row, deleted_at: now, updated_at: now });
  });
}
