import { CompiledQuery, type Kysely } from "kysely";
import type pg from "pg";
import type { DB } from "@/lib/db/generated";

/**
 * Ordered deliveries stand in lines, one for each endpoint and key. Only the head of a line may be attempted; the others
 * are in the queue, due at infinity, until those before them have left. Whoever changes a line locks it first, and before
 * any row of the queue or of a delivery, in one order for all, so that nobody waits in a ring.
 */
export type Line = { endpointId: string; key: string };
export type InLine = Line & { projectId: string; deliveryId: string };

/** Asks on one connection, inside the caller's transaction. */
export type Ask = <R>(text: string, values: unknown[]) => Promise<R[]>;

export const askClient =
  (client: pg.PoolClient): Ask =>
  async <R>(text: string, values: unknown[]) =>
    (await client.query(text, values)).rows as R[];

export const askTransaction =
  (trx: Kysely<DB>): Ask =>
  async <R>(text: string, values: unknown[]) =>
    (await trx.executeQuery<R>(CompiledQuery.raw(text, values))).rows;

const LOCK = (lock: string) => `
select line.key, line.endpoint_id, ${lock}(line.hash)
from (
  select distinct on (hash) * from (
    select endpoint_id, key, hashtextextended(endpoint_id::text || ' ' || key, 11) as hash
    from unnest($1::uuid[], $2::text[]) as l(endpoint_id, key)
  ) hashed order by hash
) line`;

/** Holds the lines until the transaction ends. */
export async function lockLines(ask: Ask, lines: readonly Line[]): Promise<void> {
  if (lines.length > 0) await ask(LOCK("pg_advisory_xact_lock"), columns(lines));
}

/** The lines of these deliveries; none of those that are not ordered. */
export async function findLines(ask: Ask, projectId: string, ids: readonly string[]): Promise<InLine[]> {
  const sorted = [...ids].sort();
  return ask<InLine>(
    `select project_id as "projectId", id as "deliveryId", endpoint_id as "endpointId", ordering_key as key
     from event_deliveries
     where project_id = $1 and id = any($2::uuid[]) and id between $3::uuid and $4::uuid
       and ordering_key is not null and endpoint_id is not null order by id`,
    [projectId, sorted, sorted[0], sorted.at(-1)],
  );
}

/** Locks those lines that nobody holds; gives the deliveries whose line is held by somebody. */
export async function tryLockLines(ask: Ask, items: readonly InLine[]): Promise<Set<string>> {
  const held = new Set<string>();
  for (const item of items) {
    const [row] = await ask<{ free: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1::text || ' ' || $2, 11)) as free",
      [item.endpointId, item.key],
    );
    if (!row?.free) held.add(item.deliveryId);
  }
  return held;
}

export async function isHead(ask: Ask, projectId: string, deliveryId: string): Promise<boolean> {
  const rows = await ask("select 1 from ordered_deliveries where project_id = $1 and delivery_id = $2 and is_head", [
    projectId,
    deliveryId,
  ]);
  return rows.length > 0;
}

const JOIN = `
with joined as (
  insert into ordered_deliveries (project_id, delivery_id, endpoint_id, ordering_key, rank)
  select project_id, delivery_id, endpoint_id, key, $5::smallint
  from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) with ordinality as i(endpoint_id, key, project_id, delivery_id, place)
  order by place
  on conflict do nothing
), heads as (
  select delivery_id from ordered_deliveries where project_id = any($3::uuid[]) and delivery_id = any($4::uuid[]) and is_head
), parked as (
  update delivery_queue q set due_at = 'infinity'
  where q.project_id = any($3::uuid[]) and q.delivery_id = any($4::uuid[])
    and q.delivery_id not in (select delivery_id from heads)
)
update event_deliveries d set ordering_key = i.key
from unnest($2::text[], $3::uuid[], $4::uuid[]) as i(key, project_id, delivery_id)
where d.project_id = i.project_id and d.id = i.delivery_id and d.ordering_key is null
  and d.project_id = any($3::uuid[]) and d.id = any($4::uuid[])`;

/** Puts new deliveries at the end of their lines; resent ones before all that wait, unless they are in line already. */
export async function joinLines(ask: Ask, items: readonly InLine[], as: "new" | "resent"): Promise<void> {
  if (items.length === 0) return;
  const values = [items.map((item) => item.projectId), items.map((item) => item.deliveryId), as === "new" ? 1 : 0];
  await ask(JOIN, [...columns(items), ...values]);
  await promoteHeads(ask, items);
}

/** Takes deliveries out of their lines; who is next may be attempted. Gives how many may now. */
export async function leaveLines(ask: Ask, items: readonly InLine[]): Promise<number> {
  if (items.length === 0) return 0;
  await ask("delete from ordered_deliveries where project_id = any($1::uuid[]) and delivery_id = any($2::uuid[])", [
    items.map((item) => item.projectId),
    items.map((item) => item.deliveryId),
  ]);
  return promoteHeads(ask, items);
}

const PROMOTE = `
with next as (
  select n.project_id, n.delivery_id
  from (select distinct endpoint_id, key from unnest($1::uuid[], $2::text[]) as l(endpoint_id, key)) line
  cross join lateral (
    select o.project_id, o.delivery_id from ordered_deliveries o
    where o.endpoint_id = line.endpoint_id and o.ordering_key = line.key and not o.is_head
    order by o.rank, o.position limit 1
  ) n
  where not exists (
    select from ordered_deliveries h where h.endpoint_id = line.endpoint_id and h.ordering_key = line.key and h.is_head
  )
), heads as (
  update ordered_deliveries o set is_head = true from next
  where o.project_id = next.project_id and o.delivery_id = next.delivery_id
  returning o.project_id, o.delivery_id
)
update delivery_queue q set due_at = now() from heads
where q.project_id = heads.project_id and q.delivery_id = heads.delivery_id and q.due_at = 'infinity'
returning q.delivery_id`;

/** Each line without a head gets its first; the lines must be locked. */
export async function promoteHeads(ask: Ask, lines: readonly Line[]): Promise<number> {
  return (await ask(PROMOTE, columns(lines))).length;
}

/** After what waited for an endpoint was discarded, its lines are only what is being sent at this moment. */
export async function clearLines(ask: Ask, endpointId: string): Promise<void> {
  await ask(
    `delete from ordered_deliveries o where o.endpoint_id = $1
       and not exists (select from delivery_queue q where q.project_id = o.project_id and q.delivery_id = o.delivery_id)`,
    [endpointId],
  );
}

/** A head that is neither in the queue nor failed is over: it was discarded, or its day was removed. */
const FORGET_HEADS = `
delete from ordered_deliveries o
where o.is_head
  and not exists (select from delivery_queue q where q.project_id = o.project_id and q.delivery_id = o.delivery_id)
  and not exists (
    select from event_deliveries d where d.project_id = o.project_id and d.id = o.delivery_id and d.status = 'Failure'
  )`;

/** Found by skipping from line to line, so that a long line costs as much as a short one. */
const HEADLESS = `
with recursive line as (
  (select endpoint_id, ordering_key from ordered_deliveries where not is_head order by endpoint_id, ordering_key limit 1)
  union all
  select n.endpoint_id, n.ordering_key from line, lateral (
    select o.endpoint_id, o.ordering_key from ordered_deliveries o
    where not o.is_head and (o.endpoint_id, o.ordering_key) > (line.endpoint_id, line.ordering_key)
    order by o.endpoint_id, o.ordering_key limit 1
  ) n
)
select endpoint_id as "endpointId", ordering_key as key from line
where not exists (
  select from ordered_deliveries h
  where h.endpoint_id = line.endpoint_id and h.ordering_key = line.ordering_key and h.is_head
) limit 1000`;

/** The net under all of this: lines that lost their head in another way go on. Gives how many do. */
export async function freeLines(ask: Ask): Promise<number> {
  await ask(FORGET_HEADS, []);
  const lines = await ask<Line>(HEADLESS, []);
  if (lines.length === 0) return 0;
  await lockLines(ask, lines);
  return promoteHeads(ask, lines);
}

function columns(lines: readonly Line[]): [string[], string[]] {
  return [lines.map((line) => line.endpointId), lines.map((line) => line.key)];
}
