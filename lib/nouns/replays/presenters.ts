import type { Selectable } from "kysely";
import type { Replays } from "@/lib/db/generated";
import { type Replay, ReplayFilter, type SampleItem } from "@/lib/nouns/replays/schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

export type ReplayRow = Selectable<Replays>;

export function toReplay(row: ReplayRow): Replay {
  const { items, resent, skipped } = row;
  const done = resent + skipped;
  return {
    uid: row.id,
    project_id: row.project_id,
    name: row.name,
    status: row.status,
    filter: ReplayFilter.parse(row.filter),
    rate_per_second: row.rate_per_second,
    force: row.force,
    created_by: row.created_by,
    preview: {
      count: items,
      by_status: row.by_status as Replay["preview"]["by_status"],
      sample: row.sample as SampleItem[],
      is_truncated: row.is_truncated,
    },
    progress: {
      waiting: items - done,
      resent,
      skipped,
      percent: items === 0 ? (row.status === "Completed" ? 100 : 0) : Math.floor((done / items) * 1_000) / 10,
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    started_at: toTimestamp(row.started_at),
    finished_at: toTimestamp(row.finished_at),
  };
}
