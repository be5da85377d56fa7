import type { Kysely } from "kysely";
import { recordAudit } from "@/lib/audit-log/record";
import type { Context } from "@/lib/context";
import type { DB } from "@/lib/db/generated";
import { type FieldError, HookyardError, invalidFields } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { hashInvitationToken } from "@/lib/members/invitations";
import type { AcceptedInvitation, AcceptInvitation, OpenInvitation } from "@/lib/members/schemas";
import { hashPassword } from "@/lib/users/password";
import { findUserByEmail, type UserRow } from "@/lib/users/queries";
import type { Role } from "@/lib/vocabulary";

/** What a link leads to; not found when it was used, revoked, has expired or was never made. */
export async function findOpenInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const row = await getOpenRow(ctx.db, ctx.clock.now(), token);
  return {
    project_name: row.project_name,
    email: row.email,
    role: row.role as Role,
    has_account: (await findUserByEmail(ctx, row.email)) !== null,
    expires_at: row.expires_at.toISOString(),
  };
}

/**
 * Joins the project by a link, once. Somebody who has an account under the invited email only gets the role (a higher
 * one that they have stays) and signs in as ever; anybody else's account is made with the name and password given.
 */
export async function acceptInvitation(ctx: Context, input: AcceptInvitation): Promise<AcceptedInvitation> {
  const now = ctx.clock.now();
  const { email } = await getOpenRow(ctx.db, now, input.token);
  const known = await findUserByEmail(ctx, email);
  const account = known ? null : await prepareAccount(input);
  return ctx.db.transaction().execute(async (trx) => {
    // Whoever comes second waits here and then finds it used.
    const invitation = await getOpenRow(trx, now, input.token, { lock: true });
    const user = known ?? (await insertUser(trx, { email, ...(account as Account), now }));
    await trx
      .updateTable("invitations")
      .set({ accepted_at: now })
      .where("project_id", "=", invitation.project_id)
      .where("id", "=", invitation.id)
      .execute();
    const role = await joinProject(trx, {
      projectId: invitation.project_id,
      userId: user.id,
      role: invitation.role,
      now,
    });
    const joined = {
      ...ctx,
      projectId: invitation.project_id,
      actor: { kind: "user", id: user.id, email: user.email, isOwner: user.is_owner },
    } as const;
    await recordAudit(trx, joined, {
      action: "invitation.accepted",
      resource: { type: "invitation", id: invitation.id, name: email },
    });
    return { project_id: invitation.project_id, email: user.email, role, is_new_account: known === null };
  });
}

async function getOpenRow(db: Kysely<DB>, now: Date, token: string, { lock = false } = {}) {
  const query = db
    .selectFrom("invitations")
    .innerJoin("projects", "projects.id", "project_id")
    .select(["project_id", "invitations.id", "email", "role", "expires_at", "projects.name as project_name"])
    .where("token_hash", "=", hashInvitationToken(token))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("projects.deleted_at", "is", null);
  const row = await (lock ? query.forUpdate("invitations") : query).executeTakeFirst();
  if (row) return row;
  throw new HookyardError("not_found", "This invitation was used or revoked, or it has expired. Ask for a new one.");
}

type Account = { name: string; passwordHash: string };

async function prepareAccount({ name, password }: AcceptInvitation): Promise<Account> {
  const errors: FieldError[] = [];
  if (!name) errors.push({ path: "name", message: "Give your name." });
  if (password === undefined) errors.push({ path: "password", message: "Choose a password." });
  if (!name || password === undefined) throw invalidFields(errors);
  return { name, passwordHash: await hashPassword(password) };
}

/** The email may have got its account while the password was hashed. */
async function insertUser(
  trx: Kysely<DB>,
  { email, name, passwordHash, now }: Account & { email: string; now: Date },
): Promise<UserRow> {
  const user = await trx
    .insertInto("users")
    .values({ id: newId(), email, name, password_hash: passwordHash, created_at: now, updated_at: now })
    .onConflict((taken) => taken.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!user)
    throw new HookyardError("conflict", "This email has got an account just now. Accept the invitation again.");
  return user;
}

const RANK: Record<string, number> = { viewer: 0, operator: 1, admin: 2 };

async function joinProject(
  trx: Kysely<DB>,
  member: { projectId: string; userId: string; role: string; now: Date },
): Promise<Role> {
  const key = { project_id: member.projectId, user_id: member.userId };
  const present = await trx
    .selectFrom("project_members")
    .select("role")
    .where("project_id", "=", key.project_id)
    .where("user_id", "=", key.user_id)
    .forUpdate()
    .executeTakeFirst();
  const isHigher = (RANK[member.role] ?? 0) > (RANK[present?.role ?? ""] ?? -1);
  const role = isHigher || !present ? member.role : present.role;
  await trx
    .insertInto("project_members")
    .values({ ...key, role, created_at: member.now })
    .onConflict((taken) => taken.columns(["project_id", "user_id"]).doUpdateSet({ role }))
    .execute();
  return role as Role;
}
