import { createHash, randomBytes } from "node:crypto";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Actor, Context, ProjectContext } from "@/lib/db/context";
import type { DB, Invitations } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { violatesUnique } from "@/lib/db/violations";
import type { Clock } from "@/lib/kernel/clock";
import { conflict, HookyardError, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { type SendMail, toInvitationMail } from "@/lib/nouns/members/invitation-mail";
import { findRole } from "@/lib/nouns/members/queries";
import type { CreatedInvitation, CreateInvitation, Invitation, ListInvitations } from "@/lib/nouns/members/schemas";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { findUserByEmail } from "@/lib/nouns/users/queries";
import type { Page } from "@/lib/wire/fields";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/**
 * Creates a one-time link and mails it to the invited email, which the link proves when it is used. So only the
 * installation's owner sees the link as well, and may hand it over; without a mail server only the owner can invite,
 * unless the invited person can prove the email at an identity provider. Throws `duplicate` if the email has an open
 * invitation, `conflict` if nothing could carry the link, and `unavailable` if the mail server refused it.
 */
export async function createInvitation(
  ctx: ProjectContext,
  input: CreateInvitation,
  sendMail: SendMail | null,
): Promise<CreatedInvitation> {
  const maySeeLink = isOwner(ctx);
  if (!maySeeLink && !sendMail && !ctx.hasSingleSignOn) {
    throw conflict(
      "This installation sends no e-mail, so only its owner can invite: they see the link and hand it over. Ask the owner. Somebody who has an account here can be added without a link, by POST …/members.",
    );
  }
  const { name } = await getProjectRow(ctx.db, ctx.projectId);
  await refuseMember(ctx, input.email);
  const { row, token } = await makeInvitation(ctx, input);
  const invitation = toInvitation(row, ctx.clock);
  const url = `${ctx.publicUrl}/invite?token=${token}`;
  if (sendMail) {
    try {
      await sendMail({ id: row.id, ...toInvitationMail(invitation, url, name) });
    } catch (error) {
      await revokeInvitation(ctx, row.id);
      const told = (error as Error).message;
      throw new HookyardError("unavailable", `The invitation was not made: the mail server did not take it. ${told}`);
    }
  }
  return { ...invitation, sent: sendMail !== null, token: maySeeLink ? token : null, url: maySeeLink ? url : null };
}

/** A person with an unproven account may be invited to prove it. */
async function refuseMember(ctx: ProjectContext, email: string): Promise<void> {
  const user = await findUserByEmail(ctx, email);
  if (!user || user.email_proven_at === null) return;
  if (user.is_owner || (await findRole(ctx.db, ctx.projectId, user.id))) {
    throw new HookyardError("duplicate", "This person has a role in the project already.");
  }
}

/** Only the owner proves an email by handing over a link. */
function isOwner({ actor }: Context): boolean {
  return actor.kind === "system" || (actor.kind === "user" && actor.isOwner);
}

async function makeInvitation(ctx: ProjectContext, input: CreateInvitation) {
  const now = ctx.clock.now();
  const token = randomBytes(32).toString("base64url");
  const creation = ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("invitations")
      .set({ revoked_at: now })
      .where("project_id", "=", ctx.projectId)
      .where("accepted_at", "is", null)
      .where("revoked_at", "is", null)
      .where("expires_at", "<=", now)
      .execute();
    const row = await trx
      .insertInto("invitations")
      .values({
        project_id: ctx.projectId,
        id: newId(),
        email: input.email,
        role: input.role,
        token_hash: hashInvitationToken(token),
        invited_by: nameOf(ctx.actor),
        created_by: ctx.actor.kind === "user" ? ctx.actor.id : null,
        expires_at: new Date(now.getTime() + input.expires_in * 1000),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(trx, ctx, { action: "invitation.created", resource: toResource(row) });
    return row;
  });
  return { row: await creation.catch(refuseSecondInvitation), token };
}

/** Revokes a link. Throws not found if it was accepted or revoked before. */
export async function revokeInvitation(ctx: ProjectContext, id: string): Promise<Invitation> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("invitations")
      .set({ revoked_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .where("accepted_at", "is", null)
      .where("revoked_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound("invitation");
    await recordAudit(trx, ctx, { action: "invitation.revoked", resource: toResource(row) });
    return toInvitation(row, ctx.clock);
  });
}

/**
 * Ends the open invitations of this person's email, and those that they sent: in one project, or in all. Waits for a
 * concurrent acceptance.
 */
export async function revokeInvitationsOf(
  trx: Kysely<DB>,
  ctx: Context,
  { userId, email, projectId }: { userId: string; email: string; projectId?: string },
): Promise<void> {
  let update = trx
    .updateTable("invitations")
    .set({ revoked_at: ctx.clock.now() })
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where((eb) =>
      eb.or([eb("created_by", "=", userId), eb(eb.fn<string>("lower", ["email"]), "=", email.toLowerCase())]),
    )
    .returningAll();
  if (projectId !== undefined) update = update.where("project_id", "=", projectId);
  for (const row of await update.execute()) {
    const inProject = { ...ctx, projectId: row.project_id };
    await recordAudit(trx, inProject, { action: "invitation.revoked", resource: toResource(row) });
  }
}

export async function listInvitations(ctx: ProjectContext, query: ListInvitations): Promise<Page<Invitation>> {
  const now = ctx.clock.now();
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("invitations")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where(withinSlice("id", slice));
    if (query.status.length > 0) rows = rows.where(sql<boolean>`${statusAt(now)} = any(${query.status}::text[])`);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(
    page,
    page.content.map((row) => toInvitation(row, ctx.clock)),
  );
}

/** The stored form of the token. It has 256 random bits, so one round of SHA-256 is enough. */
export function hashInvitationToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function toInvitation(row: Selectable<Invitations>, clock: Clock): Invitation {
  return {
    uid: row.id,
    project_id: row.project_id,
    email: row.email,
    role: row.role,
    status: statusOf(row, clock.now()),
    invited_by: row.invited_by,
    expires_at: row.expires_at.toISOString(),
    accepted_at: toTimestamp(row.accepted_at),
    revoked_at: toTimestamp(row.revoked_at),
    created_at: row.created_at.toISOString(),
  };
}

/** The same as `statusOf`, in SQL. */
function statusAt(now: Date): RawBuilder<string> {
  return sql<string>`case when accepted_at is not null then 'accepted' when expires_at <= ${now} then 'expired'
    when revoked_at is not null then 'revoked' else 'open' end`;
}

function statusOf(row: Selectable<Invitations>, now: Date): Invitation["status"] {
  if (row.accepted_at) return "accepted";
  if (row.expires_at <= now) return "expired";
  return row.revoked_at ? "revoked" : "open";
}

function toResource(row: Selectable<Invitations>) {
  return { type: "invitation" as const, id: row.id, name: row.email };
}

function nameOf(actor: Actor): string {
  if (actor.kind === "user") return actor.email;
  return actor.kind === "api_key" ? actor.name : "Hookyard";
}

function refuseSecondInvitation(error: unknown): never {
  if (violatesUnique(error, "invitations_email")) {
    throw new HookyardError("duplicate", "This email has an open invitation. Revoke it to make a new link.");
  }
  throw error;
}
