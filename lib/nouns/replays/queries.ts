import type { ProjectContext } from "@/lib/db/context";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import type { ReadContext } from "@/lib/db/read-context";
import { notFound } from "@/lib/kernel/errors";
import { findEventDeliveries } from "@/lib/nouns/deliveries/queries";
import { type ReplayRow, toReplay } from "@/lib/nouns/replays/presenters";
import type { ListReplayItems, ListReplays, Replay, ReplayItem } from "@/lib/nouns/replays/schemas";
import type { Page } from "@/lib/wire/fields";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export async function getReplay(ctx: ProjectContext, id: string): Promise<Replay> {
  return toReplay(await getReplayRow(ctx, id));
}

/** Reads a stored replay, on request locked for a change. */
export async function getReplayRow(ctx: ReadContext, id: string, { lock = false } = {}): Promise<ReplayRow> {
  const query = ctx.db.selectFrom("replays").selectAll().where("project_id", "=", ctx.projectId).where("id", "=", id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("replay");
  return row;
}

export async function listReplays(ctx: ProjectContext, query: ListReplays): Promise<Page<Replay>> {
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("replays")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where(withinSlice("id", slice));
    if (query.status.length > 0) rows = rows.where("status", "in", query.status);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, page.content.map(toReplay));
}

/** Lists the result of each delivery of a replay, and the delivery as it is now. */
export async function listReplayItems(
  ctx: ProjectContext,
  replayId: string,
  query: ListReplayItems,
): Promise<Page<ReplayItem>> {
  await getReplayRow(ctx, replayId);
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("replay_items")
      .select(["delivery_id as id", "status", "reason", "settled_at"])
      .where("project_id", "=", ctx.projectId)
      .where("replay_id", "=", replayId)
      .where(withinSlice("delivery_id", slice));
    if (query.status.length > 0) rows = rows.where("status", "in", query.status);
    return rows.orderBy("delivery_id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  const ids = page.content.map((row) => row.id);
  const deliveries = await findEventDeliveries(ctx, ids);
  const items = page.content.map((row) => ({
    delivery_id: row.id,
    status: row.status,
    reason: row.reason,
    settled_at: toTimestamp(row.settled_at),
    delivery_status: deliveries.get(row.id)?.status ?? null,
    delivery: deliveries.get(row.id) ?? null,
  }));
  return withContent(page, items);
}
