import { nameOf } from "@/lib/db/actor-name";
import { askTransaction } from "@/lib/db/ask";
import type { ProjectContext } from "@/lib/db/context";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { type CancelDeliveries, type CancelledDeliveries, DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { type DeliveryRow, readDeliveryRows } from "@/lib/nouns/deliveries/list-rows";
import { cancelDeliveries } from "@/lib/queue/discard";
import { type Locked, lockDeliveries } from "@/lib/queue/lock";

const AT_ONCE = 1_000;

/**
 * Cancels the waiting deliveries that a filter finds, oldest first: up to a thousand in one transaction, after which the
 * answer says where to go on. Those that are locked, begin an attempt or end meanwhile are skipped.
 */
export async function cancelMany(
  ctx: ProjectContext,
  { filter, after }: CancelDeliveries,
): Promise<CancelledDeliveries> {
  const { db, projectId } = ctx;
  const from = after === undefined ? null : { id: after, inclusive: false };
  const query = DeliveryFilter.parse(filter);
  const found = await readDeliveryRows(db, projectId, query)({ from, ascending: true, limit: AT_ONCE + 1 });
  const taken = found.slice(0, AT_ONCE);
  const cancelled = taken.length === 0 ? 0 : await cancelFound(ctx, taken);
  const last = taken.at(-1);
  return {
    cancelled,
    skipped: taken.length - cancelled,
    next: found.length > taken.length && last ? last.id : null,
  };
}

/** Takes only free locks, so that it neither waits nor deadlocks. */
async function cancelFound(ctx: ProjectContext, found: readonly DeliveryRow[]): Promise<number> {
  const { projectId } = ctx;
  const ids = found.map(({ id }) => id);
  return ctx.db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    const locked = onlyWaiting(await lockDeliveries(ask, { projectId, ids }, "skip"));
    const count = locked.deliveries.length;
    if (count === 0) return 0;
    const reason = `Cancelled by ${nameOf(ctx.actor)}.`;
    if (!(await cancelDeliveries(ask, { projectId, locked, reason }))) throw new Error("A waiting delivery stayed.");
    await recordAudit(trx, ctx, {
      action: "event_delivery.cancelled",
      resource: { type: "event_delivery", id: null, name: `${count} selected by a filter` },
      count,
    });
    return count;
  });
}

function onlyWaiting(locked: Locked): Locked {
  const deliveries = locked.deliveries.filter(({ state }) => state.status === "Scheduled" || state.status === "Retry");
  const ids = new Set(deliveries.map(({ id }) => id));
  return { ...locked, deliveries, ordered: locked.ordered.filter(({ deliveryId }) => ids.has(deliveryId)) };
}
