import type pg from "pg";
import type { SourcePosition } from "@/lib/intake/recorder";
import { SAVE_POSITIONS, savePositionsValues } from "@/lib/intake/save-positions";

type Place = { projectId: string; sourceId: string };

/** Reads the position of a source; null if nothing was read. */
export async function readPosition(pool: pg.Pool, { projectId, sourceId }: Place): Promise<SourcePosition | null> {
  const { rows } = await pool.query({
    name: "read_source_position",
    text: "select version::text, position from source_positions where project_id = $1 and source_id = $2",
    values: [projectId, sourceId],
  });
  const row = rows[0] as { version: string; position: object } | undefined;
  return row ? { version: BigInt(row.version), position: row.position } : null;
}

/** Starts over: the next position may be any. */
export async function forgetPosition(pool: pg.Pool, { projectId, sourceId }: Place): Promise<void> {
  await pool.query("delete from source_positions where project_id = $1 and source_id = $2", [projectId, sourceId]);
}

/** Saves a position without an event. */
export async function savePosition(pool: pg.Pool, place: Place, position: SourcePosition): Promise<void> {
  const values = savePositionsValues([{ ...place, position }]);
  await pool.query({ name: "save_source_positions", text: SAVE_POSITIONS, values });
}
