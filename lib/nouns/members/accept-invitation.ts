import type { Kysely } from "kysely";
import type { Context } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { conflict, type FieldError, HookyardError, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { hashInvitationToken } from "@/lib/nouns/members/invitations";
import { joinByInvitation } from "@/lib/nouns/members/join-project";
import type { AcceptedInvitation, AcceptInvitation, OpenInvitation } from "@/lib/nouns/members/schemas";
import { hashPassword } from "@/lib/nouns/users/password";
import { refuseTrivialPassword } from "@/lib/nouns/users/password-strength";
import { findUserByEmail, type UserRow } from "@/lib/nouns/users/queries";
import { revokeKeysOf } from "@/lib/nouns/users/revoke-keys-of";
import { asPerson, endSessions } from "@/lib/nouns/users/sessions";

/** Finds the invitation of a link; throws not found if it was used, revoked, has expired or never existed. */
export async function findOpenInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const row = await getOpenRow(ctx.db, ctx.clock.now(), token);
  return {
    project_name: row.project_name,
    email: row.email,
    role: row.role,
    has_account: isProven(await findUserByEmail(ctx, row.email)),
    expires_at: row.expires_at.toISOString(),
  };
}

/**
 * Joins the project by a link, once. The link proves the email. A person with a proven account only gets the role and
 * signs in as usual. Anyone else gets an account with the given name and password; an existing account with an unproven
 * email becomes theirs, and its older password, sessions and keys end.
 */
export async function acceptInvitation(ctx: Context, input: AcceptInvitation): Promise<AcceptedInvitation> {
  const now = ctx.clock.now();
  const { email, project_id: within } = await getOpenRow(ctx.db, now, input.token);
  const known = await findUserByEmail(ctx, email);
  if (known?.suspended_at) throw conflict("This email's account is suspended. Ask the owner of this installation.");
  const account = isProven(known) ? null : await prepareAccount(input, email);
  return ctx.db.transaction().execute(async (trx) => {
    // A concurrent second request waits here and then finds it used.
    const invitation = await getOpenRow(trx, now, input.token, within);
    const user = account ? await claimEmail(ctx, trx, { email, account, known }) : (known as UserRow);
    const role = await joinByInvitation(ctx, trx, { invitation, user });
    return { project_id: invitation.project_id, email: user.email, role, is_new_account: known === null };
  });
}

/** Creates an account for an email that its person has just proven. */
export async function createAccount(
  ctx: Context,
  trx: Kysely<DB>,
  account: { email: string; name: string; password_hash?: string; oidc_subject?: string },
): Promise<UserRow> {
  const now = ctx.clock.now();
  const user = await trx
    .insertInto("users")
    .values({ id: newId(), ...account, email_proven_at: now, created_at: now, updated_at: now })
    .onConflict((taken) => taken.doNothing())
    .returningAll()
    .executeTakeFirst();
  // A concurrent request was faster.
  if (!user) throw conflict("This email has got an account just now. Try again.");
  await recordAudit(trx, asPerson(ctx, user), {
    action: "user.created",
    resource: { type: "user", id: user.id, name: user.email },
  });
  return user;
}

/** Locks it if its project is given: a row of any project can be found, and one of a known project be locked. */
async function getOpenRow(db: Kysely<DB>, now: Date, token: string, lockedWithin?: string) {
  const query = db
    .selectFrom("invitations")
    .innerJoin("projects", "projects.id", "project_id")
    .select(["project_id", "invitations.id", "email", "role", "expires_at", "projects.name as project_name"])
    .where("token_hash", "=", hashInvitationToken(token))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("projects.deleted_at", "is", null);
  const locked = (projectId: string) => query.where("projects.id", "=", projectId).forUpdate("invitations");
  const row = await (lockedWithin === undefined ? query : locked(lockedWithin)).executeTakeFirst();
  if (row) return row;
  throw new HookyardError("not_found", "This invitation was used or revoked, or it has expired. Ask for a new one.");
}

type Account = { name: string; password_hash: string };

async function prepareAccount({ name, password }: AcceptInvitation, email: string): Promise<Account> {
  const errors: FieldError[] = [];
  if (!name) errors.push({ path: "name", message: "Give your name." });
  if (password === undefined) errors.push({ path: "password", message: "Choose a password." });
  if (!name || password === undefined) throw invalidFields(errors);
  await refuseTrivialPassword("password", password, { email, name });
  return { name, password_hash: await hashPassword(password) };
}

function isProven(user: UserRow | null): boolean {
  return user !== null && user.email_proven_at !== null;
}

type Claim = { email: string; account: Account; known: UserRow | null };

async function claimEmail(ctx: Context, trx: Kysely<DB>, { email, account, known }: Claim): Promise<UserRow> {
  if (!known) return createAccount(ctx, trx, { email, ...account });
  const now = ctx.clock.now();
  const user = await trx
    .updateTable("users")
    .set({ ...account, email_proven_at: now, updated_at: now })
    .where("id", "=", known.id)
    .where("email_proven_at", "is", null)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!user) throw conflict("This email's account was proven just now. Accept the invitation again.");
  await endSessions(trx, now, { userId: user.id });
  await revokeKeysOf(trx, ctx, { userId: user.id });
  await recordAudit(trx, asPerson(ctx, user), {
    action: "user.email_proven",
    resource: { type: "user", id: user.id, name: user.email },
  });
  return user;
}
