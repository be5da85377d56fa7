import type { Kysely } from "kysely";
import type { Context } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { createAccount } from "@/lib/nouns/members/accept-invitation";
import { joinByInvitation } from "@/lib/nouns/members/join-project";
import { findUserByEmail, type UserRow } from "@/lib/nouns/users/queries";
import { type OidcProfile, verifiedEmailOf } from "@/lib/nouns/users/sign-in";

/**
 * Lets a person who signs in at the identity provider join every project that invites their email. It is verified
 * there, which proves it as well as a link does. `known` is the person the provider vouches for; an invited person
 * without an account gets one. Returns the person who signs in, or null for nobody.
 */
export async function joinBySingleSignOn(
  ctx: Context,
  profile: OidcProfile,
  known: UserRow | null,
): Promise<UserRow | null> {
  const email = verifiedEmailOf(profile)?.trim().toLowerCase();
  if (email === undefined) return known;
  if (known ? known.email.toLowerCase() !== email : (await findUserByEmail(ctx, email)) !== null) return known;
  return ctx.db.transaction().execute(async (trx) => {
    const invitations = await lockOpenInvitations(trx, email, ctx.clock.now());
    if (invitations.length === 0) return known;
    const user =
      known ?? (await createAccount(ctx, trx, { email, name: profile.name ?? "", oidc_subject: profile.sub }));
    for (const invitation of invitations) await joinByInvitation(ctx, trx, { invitation, user });
    return user;
  });
}

async function lockOpenInvitations(trx: Kysely<DB>, email: string, now: Date) {
  const open = trx
    .selectFrom("invitations")
    .innerJoin("projects", "projects.id", "project_id")
    .select(["project_id", "invitations.id", "email", "role"])
    .where((eb) => eb(eb.fn<string>("lower", ["email"]), "=", email))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("projects.deleted_at", "is", null);
  const found = await open.orderBy("project_id").execute();
  // Rows of any project can be found, and those of a known project be locked. Each is read again, as it is by then.
  const locked: Awaited<ReturnType<typeof open.execute>> = [];
  for (const { project_id: projectId } of found) {
    locked.push(...(await open.where("projects.id", "=", projectId).forUpdate("invitations").execute()));
  }
  return locked;
}
