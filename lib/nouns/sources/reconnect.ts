import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { conflict } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { readSourceHealth } from "@/lib/nouns/sources/health";
import type { SourceHealth } from "@/lib/nouns/sources/health-schemas";
import { getSourceRow } from "@/lib/nouns/sources/queries";

/**
 * Makes a consumed source reconnect within seconds, whatever pause it is in and even if it is parked; on any copy.
 * Returns its present health. Throws a conflict for a source that is not consumed, or is disabled.
 */
export async function reconnectSource(ctx: ProjectContext, id: string): Promise<SourceHealth> {
  const source = await getSourceRow(ctx, id);
  if (source.type === "http") throw conflict("An http source waits for its sender: there is nothing to connect to.");
  if (source.is_disabled) throw conflict("The source is disabled: enable it first.");
  await ctx.db.transaction().execute(async (trx) => {
    await sql`
      insert into source_consumers as c (project_id, source_id, restarts) values (${ctx.projectId}, ${id}, 1)
      on conflict (project_id, source_id) do update set restarts = c.restarts + 1`.execute(trx);
    await recordAudit(trx, ctx, { action: "source.reconnected", resource: { type: "source", id, name: source.name } });
  });
  return readSourceHealth(ctx, id);
}
