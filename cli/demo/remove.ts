import type pg from "pg";
import { listDemoProjects } from "@/cli/demo/open-project";
import type { Context } from "@/lib/db/context";
import { inTransaction } from "@/lib/db/transaction";
import { recordAudit } from "@/lib/nouns/audit-log/record";

/**
 * The tables with rows of projects, each before those that its rows refer to. The queues come before all: only who has
 * work from them writes more.
 */
const TABLES = `
with recursive tables as (
  select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    and not a.attisdropped
), deep as (
  select oid, 0 as depth from tables
  union
  select t.oid, deep.depth + 1 from deep
  join pg_constraint f on f.confrelid = deep.oid and f.contype = 'f' and f.conrelid <> f.confrelid
  join tables t on t.oid = f.conrelid
  -- Tables that refer to each other would go on without an end.
  where deep.depth < 20
)
select oid::regclass::text as name from deep group by oid
order by oid not in ('delivery_queue'::regclass, 'routing_queue'::regclass), max(depth) desc, name`;

/** What a demo project is known by goes last, so that an interrupted removal is continued by the next. */
const MARK = "api_keys";

/**
 * Removes every project that the demo made, with all that is in it, for good, and returns their names. Other projects
 * stay as they are, also one that is called Demo.
 */
export async function removeDemos(ctx: Context): Promise<string[]> {
  const found = await listDemoProjects(ctx);
  for (const { id, name } of found) await removeProject(ctx, id, name);
  return found.map(({ name }) => name);
}

/** First every copy forgets the project, so nothing more is accepted for it; then its rows go. */
async function removeProject(ctx: Context, id: string, name: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.clock.now();
    const deleted = await trx
      .updateTable("projects")
      .set({ deleted_at: now, updated_at: now })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (deleted.numUpdatedRows === 0n) return;
    await recordAudit(trx, ctx, { action: "project.removed", resource: { type: "project", id, name } });
  });
  const { pool } = ctx.db;
  const { rows } = await pool.query<{ name: string }>(TABLES);
  const tables = rows.map((table) => table.name).filter((table) => table !== MARK);
  // What was being written meanwhile, such as counters, is found by the next pass.
  let found: number;
  do found = await inTransaction(pool, (client) => empty(client, tables, id));
  while (found > 0);
  await inTransaction(pool, async (client) => {
    await empty(client, [MARK], id);
    await client.query("delete from projects where id = $1", [id]);
  });
}

/** Deletes the rows of a project; returns how many there were. */
async function empty(client: pg.ClientBase, tables: readonly string[], projectId: string): Promise<number> {
  let count = 0;
  for (const table of tables) {
    // A table's name as PostgreSQL wrote it, with quotes where it needs them.
    const { rowCount } = await client.query(`delete from ${table} where project_id = $1`, [projectId]);
    count += rowCount ?? 0;
  }
  return count;
}
