import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { notFound } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { slotNameOf } from "@/lib/nouns/sources/db-change-stream";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import type { SourceRemains } from "@/lib/nouns/sources/remains-schemas";
import { toTimestamp } from "@/lib/wire/to-timestamp";

type Row = {
  id: string;
  name: string;
  deleted_at: Date;
  db_change_stream: string;
  last_error: string | null;
  last_error_at: Date | null;
  next_try_at: Date | null;
};

/**
 * Lists what deleted sources of the project left at their servers and must still be removed, the longest deleted first.
 */
export async function listSourceRemains(ctx: ProjectContext): Promise<SourceRemains[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.deleted_at, s.db_change_stream, c.last_error, c.last_error_at, c.next_try_at
    from source_consumers c join sources s on s.project_id = c.project_id and s.id = c.source_id
    where c.project_id = ${ctx.projectId} and c.has_remains and s.deleted_at is not null
      and s.db_change_stream is not null
    order by s.deleted_at, s.id`.execute(ctx.db);
  return rows.map((row) => {
    const { host, port, database } = JSON.parse(ctx.box.open(row.db_change_stream)) as DbChangeStream;
    // An older error is from the lifetime of the source.
    const failed = row.last_error_at !== null && row.last_error_at > row.deleted_at;
    return {
      source_id: row.id,
      source_name: row.name,
      deleted_at: row.deleted_at.toISOString(),
      slot: slotNameOf(row.id),
      server: `${host}:${port}`,
      database,
      last_error: failed ? row.last_error : null,
      last_error_at: failed ? toTimestamp(row.last_error_at) : null,
      next_try_at: toTimestamp(row.next_try_at),
    };
  });
}

/** Stops removing what a deleted source left: its server is gone, or somebody dropped it there by hand. */
export async function forgetSourceRemains(ctx: ProjectContext, sourceId: string): Promise<SourceRemains> {
  const remains = (await listSourceRemains(ctx)).find((one) => one.source_id === sourceId);
  if (!remains) throw notFound("replication slot");
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("source_consumers")
      .set({ has_remains: false })
      .where("project_id", "=", ctx.projectId)
      .where("source_id", "=", sourceId)
      .execute();
    const resource = { type: "source" as const, id: sourceId, name: remains.source_name };
    await recordAudit(trx, ctx, { action: "source.remains_forgotten", resource });
  });
  return remains;
}
