import type { ProjectContext } from "@/lib/db/context";
import { removeMember } from "@/lib/nouns/members/mutations";
import type { RemovedMember } from "@/lib/nouns/members/schemas";
import { deleteViewsOf } from "@/lib/nouns/views/mutations";

/** Removes a person from the project with their own views of it. Throws as `removeMember` does. */
export function removeMemberWithViews(ctx: ProjectContext, userId: string): Promise<RemovedMember> {
  return removeMember(ctx, userId, (trx) => deleteViewsOf(trx, ctx.projectId, userId));
}
