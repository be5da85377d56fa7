import type pg from "pg";
import { listDemoProjects } from "@/cli/demo/open-project";
import type { Context } from "@/lib/db/context";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { removeProjectRows } from "@/lib/upkeep/remove-project-rows";

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
  await inConnection(ctx, async (client) => {
    await removeProjectRows(client, { projectId: id, kept: [], isStopping: () => false });
    await client.query("delete from projects where id = $1", [id]);
  });
}

async function inConnection(ctx: Context, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await ctx.db.pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}
