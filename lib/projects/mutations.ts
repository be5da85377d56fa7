import type { Context } from "@/lib/context";
import { violatesUnique } from "@/lib/db/violations";
import { HookyardError, invalidFields } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { toProject } from "@/lib/projects/presenters";
import { type CreateProject, type Project, ProjectSettings } from "@/lib/projects/schemas";
import { storeProjectSettings } from "@/lib/projects/settings";

/** Makes a project; throws `duplicate` when a live one has the name, in whatever case. */
export async function createProject(ctx: Context, input: CreateProject): Promise<Project> {
  const settings = ProjectSettings.parse(input.settings ?? {});
  checkMetaEventUrl(ctx, settings);
  const now = ctx.clock.now();
  const row = await ctx.db
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
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName);
  return toProject(row);
}

function checkMetaEventUrl(ctx: Context, settings: ProjectSettings): void {
  const { url } = settings.meta_event;
  const wrong = url === "" ? null : ctx.checkDestination(url);
  if (wrong !== null) throw invalidFields([{ path: "settings.meta_event.url", message: wrong }]);
}

function refuseTakenName(error: unknown): never {
  if (violatesUnique(error, "projects_name")) throw new HookyardError("duplicate", "A project has this name already.");
  throw error;
}
