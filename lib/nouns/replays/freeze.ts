import { sql } from "kysely";
import type { Database } from "@/lib/db/client";
import { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { type DeliveryRow, readDeliveryRows } from "@/lib/nouns/deliveries/list-rows";
import type { ReplayRow } from "@/lib/nouns/replays/presenters";
import { ReplayFilter, type SampleItem } from "@/lib/nouns/replays/schemas";
import { readDateRange } from "@/lib/wire/date-range";

const CHUNK = 5_000;
const MAX_ITEMS = 1_000_000;
const SAMPLE = 10;

/** A replay by its key. */
export type ReplayKey = { projectId: string; id: string };

/**
 * Adds the next deliveries of a replay's filter to its items, oldest first, in one transaction: a crash leaves whole
 * chunks and the position where they end. Returns whether there may be more; false also while another copy does this.
 */
export async function freezeChunk(
  db: Database,
  { projectId, id }: ReplayKey,
  { chunk = CHUNK, maxItems = MAX_ITEMS } = {},
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const replay = await trx
      .selectFrom("replays")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .where("status", "=", "Preparing")
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!replay) return false;
    const most = Math.min(chunk, maxItems - replay.items);
    const from = replay.frozen_after === null ? null : { id: replay.frozen_after, inclusive: false };
    const found = await readDeliveryRows(trx, projectId, toQuery(replay))({ from, ascending: true, limit: most + 1 });
    const taken = found.slice(0, most);
    if (taken.length > 0) {
      await sql`
        insert into replay_items (project_id, replay_id, delivery_id)
        select ${projectId}, ${id}, delivery_id from unnest(${taken.map((row) => row.id)}::uuid[]) as delivery_id
        on conflict do nothing`.execute(trx);
    }
    const items = replay.items + taken.length;
    const hasMore = found.length > most;
    const isDone = !hasMore || items >= maxItems;
    await trx
      .updateTable("replays")
      .set({
        items,
        frozen_after: taken.at(-1)?.id ?? replay.frozen_after,
        sample: JSON.stringify([...(replay.sample as SampleItem[]), ...taken.map(toSample)].slice(0, SAMPLE)),
        by_status: JSON.stringify(countStatuses(replay.by_status as Record<string, number>, taken)),
        is_truncated: isDone && hasMore,
        ...(isDone ? toReady(replay) : {}),
        updated_at: sql<Date>`now()`,
      })
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
    return !isDone;
  });
}

/** The first item of a replay that starts is resent at once. */
export const STARTED = {
  started_at: sql<Date>`coalesce(started_at, now())`,
  paid_until: sql<Date>`now() - make_interval(secs => 1.0 / rate_per_second)`,
};

function toReady({ runs_when_ready }: ReplayRow) {
  return runs_when_ready ? { status: "Running" as const, ...STARTED } : { status: "Ready" as const };
}

/** The list query of a replay's filter. It excludes deliveries made after the replay. */
function toQuery(replay: ReplayRow): DeliveryFilter {
  const filter = ReplayFilter.parse(replay.filter);
  const { end } = readDateRange(filter);
  const endDate = end && end < replay.created_at ? filter.endDate : replay.created_at.toISOString();
  const startsLater = (readDateRange(filter).start ?? replay.created_at) > replay.created_at;
  return DeliveryFilter.parse({ ...filter, endDate: startsLater ? undefined : endDate });
}

function toSample(row: DeliveryRow): SampleItem {
  const { id, event_id, endpoint_id, event_type, status, created_at } = row;
  const shown = status as SampleItem["status"];
  return { delivery_id: id, event_id, endpoint_id, event_type, status: shown, created_at: created_at.toISOString() };
}

function countStatuses(before: Record<string, number>, rows: readonly DeliveryRow[]): Record<string, number> {
  const counts = { ...before };
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
