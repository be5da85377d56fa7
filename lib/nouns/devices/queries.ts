import { type Selectable, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Devices } from "@/lib/db/generated";
import { readPage, sliceOrder, withContent, withinSlice } from "@/lib/db/keyset";
import type { ReadContext } from "@/lib/db/read-context";
import { containsText } from "@/lib/db/text-match";
import { notFound } from "@/lib/kernel/errors";
import { ONLINE_SECONDS, toDevice } from "@/lib/nouns/devices/presenters";
import type { Device, ListDevices, ListedDevice } from "@/lib/nouns/devices/schemas";
import type { Page } from "@/lib/wire/fields";

const MAX_COUNTED = 1_000;

export async function getDevice(ctx: ProjectContext, id: string): Promise<ListedDevice> {
  const [device] = await presentListed(ctx, [await getDeviceRow(ctx, id)]);
  if (!device) throw notFound("device");
  return device;
}

/** Reads a stored device, on request locked for a change. Throws not found if it was deleted. */
export async function getDeviceRow(ctx: ReadContext, id: string, { lock = false } = {}): Promise<Selectable<Devices>> {
  const query = ctx.db
    .selectFrom("devices")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "=", id)
    .where("deleted_at", "is", null);
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw notFound("device");
  return row;
}

export async function listDevices(ctx: ProjectContext, query: ListDevices): Promise<Page<ListedDevice>> {
  const seenSince = new Date(ctx.clock.now().getTime() - ONLINE_SECONDS * 1000);
  const status = sql<string>`case when is_disabled then 'disabled' when last_seen_at >= ${seenSince} then 'online' else 'offline' end`;
  const page = await readPage(query, (slice) => {
    let rows = ctx.db
      .selectFrom("devices")
      .selectAll()
      .where("project_id", "=", ctx.projectId)
      .where("deleted_at", "is", null)
      .where(withinSlice("id", slice));
    if (query.name) rows = rows.where(containsText("host_name", query.name));
    if (query.status.length > 0) rows = rows.where(status, "in", query.status);
    return rows.orderBy("id", sliceOrder(slice)).limit(slice.limit).execute();
  });
  return withContent(page, await presentListed(ctx, page.content));
}

/** Loads devices by id, deleted ones too. */
export async function loadDevices(ctx: ReadContext, ids: readonly string[]): Promise<Map<string, Device>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("devices")
    .selectAll()
    .where("project_id", "=", ctx.projectId)
    .where("id", "in", [...ids])
    .execute();
  const now = ctx.clock.now();
  return new Map(rows.map((row) => [row.id, toDevice(row, now)]));
}

async function presentListed(ctx: ReadContext, rows: readonly Selectable<Devices>[]): Promise<ListedDevice[]> {
  if (rows.length === 0) return [];
  const { rows: counts } = await sql<{ id: string; waiting: number }>`
    select v.id, (
      select count(*) from (
        select 1 from delivery_queue q
        where q.lease is null and q.lane_id in (
          select v.id union all
          select s.id from subscriptions s where s.project_id = v.project_id and s.device_id = v.id
        )
        limit ${MAX_COUNTED}
      ) counted
    ) as waiting
    from devices v
    where v.project_id = ${ctx.projectId} and v.id = any(${rows.map((row) => row.id)}::uuid[])`.execute(ctx.db);
  const waiting = new Map(counts.map((row) => [row.id, row.waiting]));
  const now = ctx.clock.now();
  return rows.map((row) => ({ ...toDevice(row, now), waiting_deliveries: waiting.get(row.id) ?? 0 }));
}
