import { type Kysely, type Selectable, sql } from "kysely";
import type { Context } from "@/lib/db/context";
import type { DB, Sessions } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import { HookyardError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { networkOf } from "@/lib/kernel/network-of";
import type { SignInMethod } from "@/lib/kernel/vocabulary";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import type { UserRow } from "@/lib/nouns/users/queries";
import type { Session } from "@/lib/nouns/users/schemas";
import type { Page } from "@/lib/wire/fields";
import type { Paging } from "@/lib/wire/list-query";

export type SessionRow = Selectable<Sessions>;

/** The longest life of a session, and of one that is not used. */
export type SessionLimits = { absoluteMs: number; idleMs: number };

/** The browser that signs in, as it identifies itself, and its address. */
export type Browser = { userAgent: string; address: string };

type NewSession = { user: UserRow; method: SignInMethod; browser: Browser; limits: SessionLimits };

const MAX_USER_AGENT = 300;

/**
 * Starts a session of a person who has just authenticated, as `user` was then; returns its id. Throws `unauthorized` if
 * they were suspended or their password was changed meanwhile.
 */
export async function startSession(ctx: Context, { user, method, browser, limits }: NewSession): Promise<string> {
  const now = ctx.clock.now();
  const id = newId();
  await ctx.db.transaction().execute(async (trx) => {
    await refuseOutdated(trx, user, method);
    await trx
      .insertInto("sessions")
      .values({
        id,
        user_id: user.id,
        method,
        user_agent: browser.userAgent.slice(0, MAX_USER_AGENT),
        address: browser.address,
        network: networkOf(browser.address),
        created_at: now,
        last_seen_at: now,
        idle_until: new Date(now.getTime() + limits.idleMs),
        expires_at: new Date(now.getTime() + limits.absoluteMs),
      })
      .execute();
    await recordAudit(trx, asPerson(ctx, user), { action: "user.signed_in", resource: toResource(user) });
  });
  return id;
}

/** Finds the session with this id, while it is live and its person may sign in. */
export async function findLiveSession(ctx: { db: Kysely<DB> }, id: string, now: Date): Promise<SessionRow | null> {
  const row = await ctx.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("sessions")
    .where("sessions.id", "=", id)
    .where(isLive(now))
    .where("users.deleted_at", "is", null)
    .where("users.suspended_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Records that a session is used, from which its idle time counts. */
export async function noteUse(ctx: Pick<Context, "db">, id: string, at: { now: Date; idleMs: number }): Promise<void> {
  await ctx.db
    .updateTable("sessions")
    .set({ last_seen_at: at.now, idle_until: new Date(at.now.getTime() + at.idleMs) })
    .where("id", "=", id)
    .where(isLive(at.now))
    .execute();
}

/** Gives a live session another id, so that copies of its cookie become invalid; null if it has ended. */
export async function renewSession(ctx: Pick<Context, "db">, id: string, now: Date): Promise<SessionRow | null> {
  const row = await ctx.db
    .updateTable("sessions")
    .set({ id: newId() })
    .where("id", "=", id)
    .where(isLive(now))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends the session of a browser that signs out; does nothing for one that has ended. */
export async function signOut(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await endSessions(trx, ctx.clock.now(), { id });
    const userId = ended[0]?.user_id;
    if (userId === undefined) return;
    const user = await trx.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
    await recordAudit(trx, asPerson(ctx, user), { action: "user.signed_out", resource: toResource(user) });
  });
}

/** Lists the caller's own live sessions. */
export async function listOwnSessions(ctx: Context, query: Paging): Promise<Page<Session>> {
  const { id: userId, sessionId } = personOf(ctx);
  const page = await readPage(query, (slice) =>
    ctx.db
      .selectFrom("sessions")
      .selectAll()
      .where("user_id", "=", userId)
      .where(isLive(ctx.clock.now()))
      .where(withinSlice("id", slice))
      .orderBy("id", sliceOrder(slice))
      .limit(slice.limit)
      .execute(),
  );
  return withContent(
    page,
    page.content.map((row) => toSession(row, sessionId)),
  );
}

/** Ends one of the caller's own sessions; throws not found if it is not theirs or has ended. */
export async function endOwnSession(ctx: Context, id: string): Promise<Session> {
  const person = personOf(ctx);
  return ctx.db.transaction().execute(async (trx) => {
    const [row] = await endSessions(trx, ctx.clock.now(), { id, userId: person.id });
    if (!row) throw new HookyardError("not_found", "You have no such session. It may have ended already.");
    await recordAudit(trx, ctx, {
      action: "session.revoked",
      resource: { type: "session", id: row.id, name: person.email },
    });
    return toSession(row, person.sessionId);
  });
}

/** Ends every session of the caller except the present one; returns how many. */
export async function endOtherSessions(ctx: Context): Promise<number> {
  const person = personOf(ctx);
  return ctx.db.transaction().execute(async (trx) => {
    const ended = await endSessions(trx, ctx.clock.now(), { userId: person.id, exceptId: person.sessionId });
    await recordAudit(trx, ctx, {
      action: "session.revoked",
      resource: { type: "session", id: null, name: person.email },
      count: Math.max(1, ended.length),
    });
    return ended.length;
  });
}

/** Ends the live sessions that match all conditions, and returns them. */
export async function endSessions(
  trx: Kysely<DB>,
  now: Date,
  which: { id?: string; userId?: string; exceptId?: string | undefined },
): Promise<SessionRow[]> {
  let update = trx.updateTable("sessions").set({ ended_at: now }).where(isLive(now)).returningAll();
  if (which.id !== undefined) update = update.where("id", "=", which.id);
  if (which.userId !== undefined) update = update.where("user_id", "=", which.userId);
  if (which.exceptId !== undefined) update = update.where("id", "!=", which.exceptId);
  return update.execute();
}

/** Whether the person has signed in from this network before, within the days that sessions are kept. */
export async function isAtHome(ctx: Pick<Context, "db">, userId: string, network: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .limit(1)
    .executeTakeFirst();
  return network !== "" && row !== undefined;
}

/** The caller as a person, who has sessions. Throws `forbidden` to a key. */
export function personOf({ actor }: Context) {
  if (actor.kind !== "user") throw new HookyardError("forbidden", "Only a signed-in person has an account.");
  return actor;
}

/** The context of an action of this person before a session identifies them. */
export function asPerson(ctx: Context, { id, email, is_owner }: UserRow): Context {
  return { ...ctx, actor: { kind: "user", id, email, isOwner: is_owner } };
}

/** Locks the person's row, so that a concurrent end of their sessions comes before or after, and misses none. */
async function refuseOutdated(trx: Kysely<DB>, user: UserRow, method: SignInMethod): Promise<void> {
  let same = trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", user.id)
    .where("deleted_at", "is", null)
    .where("suspended_at", "is", null);
  if (method === "password") same = same.where("password_hash", "=", user.password_hash);
  if (!(await same.forShare().executeTakeFirst())) {
    throw new HookyardError("unauthorized", "This account has just been changed. Sign in again.");
  }
}

/** The condition that a row of `sessions` is live: neither ended nor expired. */
export function isLive(now: Date) {
  return sql<boolean>`sessions.ended_at is null and sessions.expires_at > ${now} and sessions.idle_until > ${now}`;
}

function toResource(user: UserRow) {
  return { type: "user" as const, id: user.id, name: user.email };
}

function toSession(row: SessionRow, currentId: string | undefined): Session {
  return {
    uid: row.id,
    is_current: row.id === currentId,
    method: row.method,
    user_agent: row.user_agent,
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: new Date(Math.min(row.expires_at.getTime(), row.idle_until.getTime())).toISOString(),
  };
}
