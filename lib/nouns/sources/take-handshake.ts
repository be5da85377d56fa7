import type { ProjectContext } from "@/lib/db/context";
import { within } from "@/lib/db/read-context";
import { HookyardError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { announce } from "@/lib/nouns/announcements/announce";
import { toHandshakes } from "@/lib/nouns/sources/handshakes";
import { toSource } from "@/lib/nouns/sources/presenters";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import { listHandedOver, openHandshakes, sealHandshakes } from "@/lib/nouns/sources/stored-handshakes";
import type { Handshake } from "@/lib/providers/handshake";
import { safeEqual } from "@/lib/providers/verification/safe-equal";

/** What a source of this project was handed, and by which address. */
type Handed = { sourceId: string; secret: string; address: string; handshake: Handshake };

/**
 * Stores the secret that a provider hands over, if the source waits for one: the first one ends the waiting, so that of
 * several at once only one is taken. A secret that was taken before changes nothing, since its sender may have missed the
 * answer. Throws `unauthorized` with `handshake_closed` otherwise. Returns whether the source was changed.
 */
export async function takeHandshake(ctx: ProjectContext, handed: Handed): Promise<boolean> {
  // Whoever knows the address may ask: a refusal costs one reading and waits for no lock.
  const seen = await ctx.db
    .selectFrom("sources")
    .select(["handshake_until", "handshakes"])
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", handed.sourceId)
    .executeTakeFirst();
  if (seen && isKnown(ctx, seen, handed.secret)) return false;
  if (!seen || !isAwaited(ctx, seen)) throw closed();
  return ctx.db.transaction().execute(async (trx) => {
    const row = await getSourceRow(within(trx, ctx), handed.sourceId, { lock: true });
    if (isKnown(ctx, row, handed.secret)) return false;
    const until = row.handshake_until;
    if (until === null || !isAwaited(ctx, row)) throw closed();
    const now = ctx.clock.now();
    const taken = {
      id: newId(),
      secret: handed.secret,
      taken_at: now.toISOString(),
      address: handed.address.slice(0, 100),
      shown_until: handed.handshake.isShown ? until.toISOString() : null,
    };
    const changed = await trx
      .updateTable("sources")
      .set({
        handshakes: sealHandshakes(ctx.box, [taken, ...openHandshakes(ctx.box, row)]),
        handshake_until: null,
        updated_at: now,
      })
      .where("project_id", "=", ctx.projectId)
      .where("id", "=", handed.sourceId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const audited = {
      action: "source.handshake_taken",
      before: toHandshakes(ctx, row),
      after: toHandshakes(ctx, changed),
    };
    await announce(trx, ctx, { type: "source.updated", data: toSource(changed, ctx), audited });
    return true;
  });
}

type Seen = { handshake_until: Date | null; handshakes: string | null };

function isAwaited({ clock }: ProjectContext, { handshake_until: until }: Seen): boolean {
  return until !== null && until > clock.now();
}

function isKnown({ box }: ProjectContext, row: Seen, secret: string): boolean {
  return listHandedOver(box, row).filter((one) => safeEqual(one, secret)).length > 0;
}

function closed(): HookyardError {
  const message = "This source takes no secret now: its admin has to let it wait for one first. Nothing was stored.";
  return new HookyardError("unauthorized", message, { reason: "handshake_closed" });
}
