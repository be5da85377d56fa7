import type pg from "pg";
import { soleRow } from "@/lib/db/sole-row";
import type { Logger } from "@/lib/kernel/log";
import { removeProjectRows } from "@/lib/upkeep/remove-project-rows";
import type { ShardPool } from "@/lib/upkeep/retention";

/** One copy at a time does this, for as long as its connection has the lock. */
const LOCK = "select pg_try_advisory_lock(hashtextextended('remove deleted projects', 17)) as leads";
const UNLOCK = "select pg_advisory_unlock(hashtextextended('remove deleted projects', 17))";

/**
 * The row of a project that was emptied stays for a day, and so may a source that left something elsewhere: whoever held
 * something of the project in memory has written it by then, or has ended.
 */
const STAYS = "interval '1 day'";

const LEAVING = `
select id, emptied_at is not null as "isEmptied", exists (
  select from source_consumers c
  where c.project_id = projects.id and c.has_remains and projects.deleted_at > now() - ${STAYS}
) as "hasRemains"
from projects where deleted_at is not null and (emptied_at is null or emptied_at <= now() - ${STAYS})
order by deleted_at`;

/** What a source needs to remove what it left elsewhere, such as a replication slot. */
const OF_REMAINS = ["source_consumers", "sources"];

type Leaving = { id: string; isEmptied: boolean; hasRemains: boolean };
type Parts = Omit<ShardPool, "id"> & { log: Logger; sliceRows?: number };

/**
 * The life of a deleted project: nobody finds it from its deletion on; its rows are removed, slice by slice; a day later
 * whatever was written late is removed too, and then its own row. A copy may die at any instant: the next one looks
 * through all tables again.
 */
export async function removeDeletedProjects(parts: Parts, isStopping: () => boolean): Promise<void> {
  if ((await parts.pool.query(LEAVING)).rows.length === 0) return;
  const client = await parts.pool.connect();
  let broken = true;
  try {
    if (soleRow((await client.query<{ leads: boolean }>(LOCK)).rows).leads) {
      const { rows } = await client.query<Leaving>(LEAVING);
      for (const leaving of rows) await remove(client, parts, { leaving, isStopping });
      await client.query(UNLOCK);
    }
    broken = false;
  } finally {
    client.release(broken);
  }
}

async function remove(
  client: pg.ClientBase,
  { nameOf, log, sliceRows }: Parts,
  { leaving, isStopping }: { leaving: Leaving; isStopping: () => boolean },
): Promise<void> {
  const { id, isEmptied, hasRemains } = leaving;
  const kept = hasRemains ? OF_REMAINS : [];
  const isReady = (table: string) => nameOf === undefined || nameOf(table) !== table;
  const removal = { projectId: id, kept, isReady, isStopping, ...(sliceRows && { sliceRows }) };
  const isEmpty = await removeProjectRows(client, removal);
  if (!isEmpty || hasRemains) return;
  if (isEmptied) await client.query("delete from projects where id = $1 and deleted_at is not null", [id]);
  else await client.query("update projects set emptied_at = now() where id = $1", [id]);
  if (!isEmptied) log.info({ project: id }, "removed everything of a deleted project");
}
