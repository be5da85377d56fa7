import type { Selectable, Updateable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Sources } from "@/lib/db/generated";
import { within } from "@/lib/db/read-context";
import { conflict, notFound } from "@/lib/kernel/errors";
import { announce } from "@/lib/nouns/announcements/announce";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { isHandedOver } from "@/lib/nouns/sources/complete-verifier";
import type { HandshakeSecret, SourceHandshakes, WaitForHandshake } from "@/lib/nouns/sources/handshake-schemas";
import { toSource } from "@/lib/nouns/sources/presenters";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import {
  MAX_HANDSHAKES,
  openHandshakes,
  type StoredHandshake,
  sealHandshakes,
  WAITING_SECONDS,
} from "@/lib/nouns/sources/stored-handshakes";

type Row = Selectable<Sources>;
type Change = Updateable<Sources>;

export async function readHandshakes(ctx: ProjectContext, id: string): Promise<SourceHandshakes> {
  return toHandshakes(ctx, await getSourceRow(ctx, id));
}

/**
 * Lets a source take the next secret that its provider hands over, for `expires_in` seconds from now. Throws a conflict
 * if its provider hands none over, or if it has as many as it takes.
 */
export async function waitForHandshake(
  ctx: ProjectContext,
  id: string,
  { expires_in = WAITING_SECONDS }: WaitForHandshake,
): Promise<SourceHandshakes> {
  return changeHandshakes(ctx, id, "source.handshake_awaited", (row) => {
    if (row.provider === null || !isHandedOver(row.provider)) {
      throw conflict("The provider of this source hands over no secret. Set the secret that it shows.");
    }
    if (openHandshakes(ctx.box, row).length >= MAX_HANDSHAKES) {
      throw conflict(`A source takes ${MAX_HANDSHAKES} secrets at most. Forget one, or make another source.`);
    }
    return { handshake_until: new Date(ctx.clock.now().getTime() + expires_in * 1_000) };
  });
}

/** Lets a source take no secret any more. Changes nothing if it waits for none. */
export async function stopWaiting(ctx: ProjectContext, id: string): Promise<SourceHandshakes> {
  return changeHandshakes(ctx, id, "source.handshake_not_awaited", (row) =>
    toHandshakes(ctx, row).waiting_until === null ? null : { handshake_until: null },
  );
}

/** Stops accepting a secret that was handed over. */
export async function forgetHandshake(ctx: ProjectContext, id: string, handshakeId: string): Promise<SourceHandshakes> {
  return changeHandshakes(ctx, id, "source.handshake_forgotten", (row) => {
    const taken = openHandshakes(ctx.box, row);
    getHandshake(taken, handshakeId);
    return {
      handshakes: sealHandshakes(
        ctx.box,
        taken.filter((one) => one.id !== handshakeId),
      ),
    };
  });
}

/** Shows no admin a secret again. Changes nothing if it is not shown any more. */
export async function hideHandshakeSecret(
  ctx: ProjectContext,
  id: string,
  handshakeId: string,
): Promise<SourceHandshakes> {
  return changeHandshakes(ctx, id, "source.handshake_secret_hidden", (row) => {
    const taken = openHandshakes(ctx.box, row);
    if (getHandshake(taken, handshakeId).shown_until === null) return null;
    const hidden = taken.map((one) => (one.id === handshakeId ? { ...one, shown_until: null } : one));
    return { handshakes: sealHandshakes(ctx.box, hidden) };
  });
}

/**
 * A secret that has to be copied to the provider, as long as it is shown. The audit log records the reading before.
 * Throws not found once it was hidden, or if it was never to be shown.
 */
export async function readHandshakeSecret(
  ctx: ProjectContext,
  id: string,
  handshakeId: string,
): Promise<HandshakeSecret> {
  const row = await getSourceRow(ctx, id);
  const { secret, shown_until } = getHandshake(openHandshakes(ctx.box, row), handshakeId);
  const until = toShownUntil(shown_until, ctx.clock.now());
  if (until === null) throw notFound("secret to show");
  const resource = { type: "source", id: row.id, name: row.name } as const;
  await recordAudit(ctx.db, ctx, { action: "source.handshake_secret_read", resource });
  return { uid: handshakeId, secret, shown_until: until };
}

/** Changes the handshakes of a source under a lock: `decide` sees it and says what to set, or null for nothing. */
async function changeHandshakes(
  ctx: ProjectContext,
  id: string,
  action: string,
  decide: (row: Row) => Change | null,
): Promise<SourceHandshakes> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getSourceRow(within(trx, ctx), id, { lock: true });
    const change = decide(row);
    const before = toHandshakes(ctx, row);
    if (change === null) return before;
    const changed = await trx
      .updateTable("sources")
      .set({ ...change, updated_at: ctx.clock.now() })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toHandshakes(ctx, changed);
    const data = toSource(changed, ctx);
    await announce(trx, ctx, { type: "source.updated", data, audited: { action, before, after } });
    return after;
  });
}

function getHandshake(taken: readonly StoredHandshake[], id: string): StoredHandshake {
  const found = taken.find((one) => one.id === id);
  if (!found) throw notFound("handshake");
  return found;
}

/** The handshakes of a stored source as they are told, without the secrets. */
export function toHandshakes({ box, clock }: Pick<ProjectContext, "box" | "clock">, row: Row): SourceHandshakes {
  const now = clock.now();
  const until = row.handshake_until;
  return {
    source_id: row.id,
    waiting_until: until !== null && until > now ? until.toISOString() : null,
    taken: openHandshakes(box, row).map(({ id, taken_at, address, shown_until }) => ({
      uid: id,
      taken_at,
      address,
      shown_until: toShownUntil(shown_until, now),
    })),
  };
}

function toShownUntil(shownUntil: string | null, now: Date): string | null {
  return shownUntil !== null && Date.parse(shownUntil) > now.getTime() ? shownUntil : null;
}
