import type { Context } from "@/lib/context";
import { createAccount } from "@/lib/members/accept-invitation";
import { joinByInvitation } from "@/lib/members/join-project";
import { findUserByEmail, type UserRow } from "@/lib/users/queries";
import { type OidcProfile, verifiedEmailOf } from "@/lib/users/sign-in";

/**
 * Makes the account of somebody who is invited and signs in at the identity provider with the invited email, verified
 * there: that proves it as well as the link does. They join every project that invites them. Null for whoever is not
 * invited, or has an account.
 */
export async function joinBySingleSignOn(ctx: Context, profile: OidcProfile): Promise<UserRow | null> {
  const email = verifiedEmailOf(profile);
  if (email === null || (await findUserByEmail(ctx, email))) return null;
  return ctx.db.transaction().execute(async (trx) => {
    const invitations = await trx
      .selectFrom("invitations")
      .innerJoin("projects", "projects.id", "project_id")
      .select(["project_id", "invitations.id", "email", "role"])
      .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email.trim().toLowerCase()))
      .where("accepted_at", "is", null)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", ctx.clock.now())
      .where("projects.deleted_at", "is", null)
      .forUpdate("invitations")
      .execute();
    if (invitations.length === 0) return null;
    const user = await createAccount(ctx, trx, { email, name: profile.name ?? "", oidc_subject: profile.sub });
    for (const invitation of invitations) await joinByInvitation(ctx, trx, { invitation, user });
    return user;
  });
}
