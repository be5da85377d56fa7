import type pg from "pg";
import { dayAt } from "@/lib/kernel/day";
import { idTime } from "@/lib/kernel/ids";
import { exportLines } from "@/lib/upkeep/export-lines";
import { toDayRange } from "@/lib/upkeep/waiting";

const DAY_MS = 86_400_000;

type Client = Pick<pg.ClientBase, "query">;

/** Whole UTC days, both inclusive, each `YYYY-MM-DD`; without a `from` since the project's oldest row. */
export type ExportedDays = { from?: string | undefined; to: string };

/**
 * Yields the lines of a project's days, the oldest day first, in the format of the files written before a removal;
 * waiting rows are included. Rows removed meanwhile, and later ones of an unfinished day, may be missing.
 */
export async function* exportDays(
  client: Client,
  projectId: string,
  { from, to }: ExportedDays,
): AsyncGenerator<string> {
  const first = from === undefined ? await findOldestDay(client, projectId) : dayAt(new Date(from));
  if (first === null) return;
  for (let day = first; day <= dayAt(new Date(to)); day += 1) {
    yield* exportLines(client, projectId, toDayRange(day * DAY_MS), NOTHING);
  }
}

const NOTHING = { events: [], deliveries: [], metaEvents: [] };

async function findOldestDay(client: Client, projectId: string): Promise<number | null> {
  const oldest = ["events", "event_deliveries", "meta_events"].map(
    (table) => `(select id from ${table} where project_id = $1 order by id limit 1)`,
  );
  const { rows } = await client.query<{ id: string | null }>(
    `select id from (${oldest.join(" union all ")}) oldest order by id limit 1`,
    [projectId],
  );
  return rows[0]?.id ? dayAt(idTime(rows[0].id)) : null;
}
