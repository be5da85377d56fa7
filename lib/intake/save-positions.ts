import { jsonArray, plainArray } from "@/lib/db/array-literal";
import type { EventRow } from "@/lib/intake/event-rows";
import type { SourcePosition } from "@/lib/intake/recorder";

export type PlacedPosition = { projectId: string; sourceId: string; position: SourcePosition };

export const SAVE_POSITIONS = `
insert into source_positions as p (project_id, source_id, version, position)
select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::jsonb[])
on conflict (project_id, source_id) do update
set version = excluded.version, position = excluded.position, updated_at = now()
where p.version < excluded.version`;

export function savePositionsValues(positions: readonly PlacedPosition[]): unknown[] {
  return [
    plainArray(positions.map(({ projectId }) => projectId)),
    plainArray(positions.map(({ sourceId }) => sourceId)),
    plainArray(positions.map(({ position }) => String(position.version))),
    jsonArray(positions.map(({ position }) => position.position)),
  ];
}

/** Returns the furthest position of each source in a batch, ordered by source, so that batches cannot deadlock. */
export function furthestPositions(rows: readonly EventRow[]): PlacedPosition[] {
  const furthest = new Map<string, PlacedPosition>();
  for (const { event } of rows) {
    const { projectId, sourceId, position } = event;
    if (!position || sourceId === null) continue;
    const known = furthest.get(sourceId);
    if (!known || known.position.version < position.version) furthest.set(sourceId, { projectId, sourceId, position });
  }
  return [...furthest.values()].sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
}
