import type pg from "pg";
import { plainArray, textArray } from "@/lib/db/array-literal";
import { soleRow } from "@/lib/db/sole-row";
import type { ConsumerHealth } from "@/lib/feeds/supervised";
import type { SourceType } from "@/lib/kernel/vocabulary";

/** A copy that does not renew for this long has lost its sources to the others. */
export const LEASE_SECONDS = 15;

/** The column of `sources` with a type's encrypted settings. */
const SETTINGS_COLUMNS: Partial<Record<SourceType, string>> = {
  pub_sub: "s.pub_sub",
  rest_api: "s.rest_api",
  db_change_stream: "s.db_change_stream",
};

const SETTINGS = `case s.type ${Object.entries(SETTINGS_COLUMNS)
  .map(([type, column]) => `when '${type}' then ${column}`)
  .join(" ")} end`;

/** A source that should be consumed, and who has it. */
export type Wanted = {
  projectId: string;
  id: string;
  /** Changes with its settings and its project's limit, and when it must reconnect at once. */
  fingerprint: string;
  /** How many seconds no copy has had its lease; null while one does. */
  freeSeconds: number | null;
};

const FREE_SECONDS = `case when c.worker_id is null or c.lease_until <= now()
    then extract(epoch from now() - coalesce(c.lease_until, s.updated_at))::float8 end as free_seconds`;

/** Sources to consume, and deleted ones whose remains must be removed. */
const FIND = `
select s.project_id, s.id, md5(concat(coalesce(c.restarts, 0), p.settings ->> 'max_payload_read_size', ${SETTINGS})) as fingerprint,
  ${FREE_SECONDS}
from sources s
join projects p on p.id = s.project_id and p.deleted_at is null and p.archived_at is null
left join source_consumers c on c.project_id = s.project_id and c.source_id = s.id
where s.type = any($1::text[]) and s.type <> 'http' and s.deleted_at is null and not s.is_disabled
union all
select s.project_id, s.id, 'removed', ${FREE_SECONDS}
from source_consumers c
join sources s on s.project_id = c.project_id and s.id = c.source_id
join projects p on p.id = s.project_id
where c.has_remains and s.type = any($1::text[]) and (s.deleted_at is not null or p.deleted_at is not null)
order by 2`;

type WantedRow = { project_id: string; id: string; fingerprint: string; free_seconds: number | null };

export async function findWanted(pool: pg.Pool, types: readonly SourceType[]): Promise<Wanted[]> {
  const { rows } = await pool.query<WantedRow>({
    name: "find_consumed_sources",
    text: FIND,
    values: [plainArray(types)],
  });
  return rows.map((row) => ({
    projectId: row.project_id,
    id: row.id,
    fingerprint: row.fingerprint,
    freeSeconds: row.free_seconds,
  }));
}

/** Counts the copies that may consume, this one included. */
export async function countWorkers(pool: pg.Pool): Promise<number> {
  const text = "select count(*) as count from workers";
  const { rows } = await pool.query<{ count: number }>({ name: "count_workers", text });
  return soleRow(rows).count;
}

const CLAIM = `
insert into source_consumers as c (project_id, source_id, worker_id, lease_until)
select w.project_id, w.id, $1::uuid, now() + interval '${LEASE_SECONDS} seconds'
from unnest($2::uuid[], $3::uuid[]) as w(project_id, id)
on conflict (project_id, source_id) do update
set worker_id = excluded.worker_id, lease_until = excluded.lease_until, state = 'connecting', connected_since = null,
  failures = 0, next_try_at = null, next_poll_at = null, lag = null, lag_unit = null, lag_at = null
where c.worker_id is null or c.lease_until <= now()
returning source_id`;

/** Leases those of the sources that are still free, and returns them. */
export async function claimSources(pool: pg.Pool, workerId: string, wanted: readonly Wanted[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const values = [
    workerId,
    plainArray(wanted.map((source) => source.projectId)),
    plainArray(wanted.map((source) => source.id)),
  ];
  const { rows } = await pool.query<{ source_id: string }>({ name: "claim_sources", text: CLAIM, values });
  return new Set(rows.map((row) => row.source_id));
}

const RENEW = `
update source_consumers c
set lease_until = now() + interval '${LEASE_SECONDS} seconds', state = h.state,
  connected_since = to_timestamp(h.connected_since), failures = h.failures, next_try_at = to_timestamp(h.next_try_at),
  lag = h.lag, lag_unit = h.lag_unit, lag_at = to_timestamp(h.lag_at),
  last_poll_at = coalesce(to_timestamp(h.last_poll_at), c.last_poll_at), next_poll_at = to_timestamp(h.next_poll_at),
  last_poll_items = coalesce(h.last_poll_items, c.last_poll_items),
  last_error = coalesce(h.last_error, c.last_error), last_error_at = coalesce(to_timestamp(h.last_error_at), c.last_error_at)
from unnest($2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::int[], $7::float8[], $8::bigint[], $9::text[], $10::float8[],
    $11::text[], $12::float8[], $13::float8[], $14::float8[], $15::int[])
  as h(project_id, id, state, connected_since, failures, next_try_at, lag, lag_unit, lag_at, last_error, last_error_at,
    last_poll_at, next_poll_at, last_poll_items)
where c.project_id = h.project_id and c.source_id = h.id and c.worker_id = $1::uuid
  and c.project_id = any($2::uuid[]) and c.source_id = any($3::uuid[])
returning c.source_id`;

export type LeasedSource = { projectId: string; id: string; health: ConsumerHealth };

/** Renews the leases of these sources and writes their health. Returns those that are still leased. */
export async function renewSources(
  pool: pg.Pool,
  workerId: string,
  leased: readonly LeasedSource[],
): Promise<Set<string>> {
  if (leased.length === 0) return new Set();
  const of = <T>(read: (health: ConsumerHealth) => T) => leased.map(({ health }) => read(health));
  const values = [
    workerId,
    plainArray(leased.map((source) => source.projectId)),
    plainArray(leased.map((source) => source.id)),
    plainArray(of((health) => health.state)),
    plainArray(of((health) => toSeconds(health.connectedSince))),
    plainArray(of((health) => health.failures)),
    plainArray(of((health) => toSeconds(health.nextTryAt))),
    plainArray(of((health) => health.lag && Math.round(health.lag.amount))),
    plainArray(of((health) => health.lag?.unit ?? null)),
    plainArray(of((health) => toSeconds(health.lag?.at))),
    textArray(of((health) => health.lastError?.message ?? null)),
    plainArray(of((health) => toSeconds(health.lastError?.at))),
    plainArray(of((health) => toSeconds(health.poll?.at))),
    plainArray(of((health) => toSeconds(health.poll?.nextAt))),
    plainArray(of((health) => health.poll?.items ?? null)),
  ];
  const { rows } = await pool.query<{ source_id: string }>({ name: "renew_sources", text: RENEW, values });
  return new Set(rows.map((row) => row.source_id));
}

function toSeconds(at: Date | null | undefined): number | null {
  return at ? at.getTime() / 1000 : null;
}

/** Releases a source, so that another copy, or this one with new settings, takes it at once. */
export async function releaseSource(
  pool: pg.Pool,
  workerId: string,
  source: Omit<LeasedSource, "health">,
): Promise<void> {
  await pool.query({
    name: "release_source",
    text: `update source_consumers set worker_id = null, lease_until = now(), connected_since = null
      where project_id = $1 and source_id = $2 and worker_id = $3`,
    values: [source.projectId, source.id, workerId],
  });
}

type ConsumedRow = { name: string; type: SourceType; sealed: string | null; is_removed: boolean };

/** Reads a source with its encrypted settings. */
export async function readConsumed(pool: pg.Pool, { projectId, id }: Wanted): Promise<ConsumedRow | null> {
  const { rows } = await pool.query<ConsumedRow>({
    name: "read_consumed_source",
    text: `select s.name, s.type, ${SETTINGS} as sealed,
        s.deleted_at is not null or p.deleted_at is not null as is_removed
      from sources s join projects p on p.id = s.project_id
      where s.project_id = $1 and s.id = $2`,
    values: [projectId, id],
  });
  return rows[0] ?? null;
}
