import type { Kysely } from "kysely";
import type { Context } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { type Role, reaches } from "@/lib/kernel/vocabulary";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import type { UserRow } from "@/lib/nouns/users/queries";
import { asPerson } from "@/lib/nouns/users/sessions";

type OpenInvitationRow = { id: string; project_id: string; email: string; role: Role };

/** Uses an invitation up for this person, who gets its role; a higher role stays. */
export async function joinByInvitation(
  ctx: Context,
  trx: Kysely<DB>,
  { invitation, user }: { invitation: OpenInvitationRow; user: UserRow },
): Promise<Role> {
  const now = ctx.clock.now();
  const projectId = invitation.project_id;
  await trx
    .updateTable("invitations")
    .set({ accepted_at: now })
    .where("project_id", "=", projectId)
    .where("id", "=", invitation.id)
    .execute();
  const present = await trx
    .selectFrom("project_members")
    .select("role")
    .where("project_id", "=", projectId)
    .where("user_id", "=", user.id)
    .forUpdate()
    .executeTakeFirst();
  const role = higherOf(invitation.role, present?.role ?? null);
  await trx
    .insertInto("project_members")
    .values({ project_id: projectId, user_id: user.id, role, created_at: now })
    .onConflict((taken) => taken.columns(["project_id", "user_id"]).doUpdateSet({ role }))
    .execute();
  await recordAudit(
    trx,
    { ...asPerson(ctx, user), projectId },
    {
      action: "invitation.accepted",
      resource: { type: "invitation", id: invitation.id, name: invitation.email },
    },
  );
  return role;
}

function higherOf(offered: Role, present: Role | null): Role {
  return present !== null && reaches(present, offered) ? present : offered;
}
