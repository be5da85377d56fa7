import type { Ask } from "@/lib/db/ask";
import type { Found, Thresholds } from "@/lib/upkeep/problems/found";

type Row = {
  project_id: string;
  id: string;
  name: string;
  is_held: boolean;
  is_down: boolean;
  last_error: string | null;
  lag_bytes: number | null;
};

/** A copy that dies gives its sources up this much later; they are not down before. */
const SOURCES = `
select s.project_id, s.id, s.name, c.last_error,
  coalesce(c.worker_id is not null and c.lease_until > now(), false) as is_held,
  coalesce(c.state in ('retrying', 'parked') or (c.state = 'connecting' and c.failures > 0), true) as is_down,
  case when c.lag_unit = 'bytes' then c.lag end as lag_bytes
from sources s
join projects p on p.id = s.project_id and p.deleted_at is null and p.archived_at is null
left join source_consumers c on c.project_id = s.project_id and c.source_id = s.id
where s.type <> 'http' and s.deleted_at is null and not s.is_disabled
  and (
    c.source_id is null or c.state <> 'connected' or c.worker_id is null or c.lease_until <= now()
    or (c.lag_unit = 'bytes' and c.lag >= $1::bigint)
  )`;

const MEGABYTE = 1_000_000;
const UNHELD = "No copy of Hookyard reads it: one whose HOOKYARD_ROLE is all or worker has to run.";

/** Sources that are not read, and those whose database keeps too much of its log for them. */
export async function findSources(ask: Ask, thresholds: Thresholds): Promise<Found[]> {
  const rows = await ask<Row>({
    name: "find_troubled_sources",
    text: SOURCES,
    values: [thresholds.least("slot_filling") * MEGABYTE],
  });
  return rows.flatMap((row) => [...findDown(row), ...findFilling(row, thresholds)]);
}

function findDown(row: Row): Found[] {
  if (row.is_held && !row.is_down) return [];
  const cause = row.is_held ? (row.last_error ?? "") : UNHELD;
  return [{ ...toFound(row), kind: "source_down", cause, amount: null }];
}

function findFilling(row: Row, thresholds: Thresholds): Found[] {
  const megabytes = Math.floor((row.lag_bytes ?? 0) / MEGABYTE);
  const threshold = thresholds.of("slot_filling", row.project_id);
  if (row.lag_bytes === null || threshold === null || megabytes < threshold) return [];
  const cause =
    "Its changes are not read as fast as they are made. The log stays until they are, or the source is deleted.";
  return [{ ...toFound(row), kind: "slot_filling", cause, amount: megabytes }];
}

function toFound({ project_id, id, name }: Row) {
  return { projectId: project_id, subjectType: "source", subjectId: id, subjectName: name, since: null } as const;
}
