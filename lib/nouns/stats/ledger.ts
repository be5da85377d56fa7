import { type Kysely, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { counterRows, SUMS, type Sums } from "@/lib/nouns/stats/counters";
import type { Balance, Ledger, ReadLedger } from "@/lib/nouns/stats/schemas";

const MAX_ENDPOINTS = 1_000;

type EndpointBalance = Ledger["endpoints"][number];
type BalanceRow = Pick<Sums, "deliveries" | "succeeded" | "failed" | "discarded"> & {
  endpoint_id: string;
  name: string;
  is_deleted: boolean;
  waiting: number;
};

/**
 * Accounts for every accepted event and delivery. The counters are appended in the transactions that they count and
 * `waiting` is counted in the queue itself, all in one database snapshot, so that a lost delivery shows.
 */
export async function readLedger(ctx: ProjectContext, { endpointId }: ReadLedger): Promise<Ledger> {
  const { projectId } = ctx;
  return ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const events = await readEvents(trx, projectId);
      const balances = (await readBalances(trx, projectId)).map(toEndpointBalance);
      const wanted = new Set(endpointId);
      const shown = balances.filter((balance) => wanted.size === 0 || wanted.has(balance.endpoint_id));
      shown.sort((a, b) => Number(a.balanced) - Number(b.balanced) || b.accepted - a.accepted);
      return {
        at: ctx.clock.now().toISOString(),
        events,
        deliveries: toBalance(addUp(balances)),
        endpoints: shown.slice(0, MAX_ENDPOINTS),
      };
    });
}

async function readEvents(trx: Kysely<DB>, projectId: string): Promise<Ledger["events"]> {
  const { rows } = await sql<Omit<Ledger["events"], "routed">>`
    select counted.*, (select count(*) from routing_queue where project_id = ${projectId}) as pending
    from (
      select coalesce(sum(accepted), 0)::bigint as accepted, coalesce(sum(duplicates), 0)::bigint as duplicates,
        coalesce(sum(discarded), 0)::bigint as discarded, coalesce(sum(failed), 0)::bigint as failed
      from (
        select accepted, duplicates, discarded, failed from event_stats where project_id = ${projectId}
        union all
        select accepted, duplicates, discarded, failed from event_stat_deltas where project_id = ${projectId}
      ) both_kinds
    ) counted`.execute(trx);
  const [events = { accepted: 0, duplicates: 0, discarded: 0, failed: 0, pending: 0 }] = rows;
  const { accepted, duplicates, discarded, failed, pending } = events;
  return { ...events, routed: accepted - duplicates - discarded - failed - pending };
}

async function readBalances(trx: Kysely<DB>, projectId: string): Promise<BalanceRow[]> {
  const range = { start: null, end: null };
  const { rows } = await sql<BalanceRow>`
    select ids.endpoint_id, coalesce(e.name, v.host_name, '') as name,
      coalesce(e.id, v.id) is null or coalesce(e.deleted_at, v.deleted_at) is not null as is_deleted,
      coalesce(c.deliveries, 0)::bigint as deliveries, coalesce(c.succeeded, 0)::bigint as succeeded,
      coalesce(c.failed, 0)::bigint as failed, coalesce(c.discarded, 0)::bigint as discarded,
      coalesce(w.waiting, 0)::bigint as waiting
    from (
      select destination_id, ${SUMS} from ${counterRows({ projectId, range, each: true })} group by destination_id
    ) c
    full join (
      select destination_id, count(*) as waiting from delivery_queue
      where project_id = ${projectId} and kind = 'delivery' group by destination_id
    ) w using (destination_id)
    cross join lateral (select coalesce(c.destination_id, w.destination_id) as endpoint_id) ids
    left join endpoints e on e.project_id = ${projectId} and e.id = ids.endpoint_id
    left join devices v on v.project_id = ${projectId} and v.id = ids.endpoint_id`.execute(trx);
  return rows;
}

function toEndpointBalance({ endpoint_id, name, is_deleted, ...counts }: BalanceRow): EndpointBalance {
  return {
    endpoint_id,
    name,
    is_deleted,
    ...toBalance({
      accepted: counts.deliveries,
      delivered: counts.succeeded,
      waiting: counts.waiting,
      failed: counts.failed,
      discarded: counts.discarded,
    }),
  };
}

type Amounts = Omit<Balance, "balanced">;

function addUp(balances: readonly Amounts[]): Amounts {
  const total: Amounts = { accepted: 0, delivered: 0, waiting: 0, failed: 0, discarded: 0 };
  for (const balance of balances) {
    for (const name of ["accepted", "delivered", "waiting", "failed", "discarded"] as const)
      total[name] += balance[name];
  }
  return total;
}

function toBalance(amounts: Amounts): Balance {
  const { accepted, delivered, waiting, failed, discarded } = amounts;
  return { ...amounts, balanced: accepted === delivered + waiting + failed + discarded };
}
