import type pg from "pg";
import { plainArray, textArray } from "@/lib/db/array-literal";
import type { EventRow } from "@/lib/ingest/event-rows";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";

/**
 * Claims the idempotency keys of a batch inside its transaction and returns the rows that came too late: another
 * event holds their key within the project's window, or an earlier row of the batch has it. Two copies claiming
 * the same key wait for each other; keys go in one order, so that they cannot wait in a ring.
 */
export async function claimIdempotencyKeys(
  client: pg.PoolClient,
  rows: readonly EventRow[],
  snapshots: ReadonlyMap<string, ProjectSnapshot>,
): Promise<EventRow[]> {
  const first = new Map<string, EventRow>();
  const late: EventRow[] = [];
  for (const row of rows) {
    if (!row.event.idempotencyKey) continue;
    const name = keyName(row);
    if (first.has(name)) late.push(row);
    else first.set(name, row);
  }
  const claims = [...first.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const { rows: won } = await client.query({
    name: "claim_idempotency_keys",
    text: `
      insert into idempotency_keys as k (project_id, scope, key, event_id, expires_at)
      select c.project_id, c.scope, c.key, c.event_id, now() + make_interval(secs => c.seconds)
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::int[]) as c(project_id, scope, key, event_id, seconds)
      on conflict (project_id, scope, key) do update set event_id = excluded.event_id, expires_at = excluded.expires_at
        where k.expires_at <= now()
      returning event_id`,
    values: [
      plainArray(claims.map(([, row]) => row.event.projectId)),
      plainArray(claims.map(([, row]) => scopeOf(row))),
      textArray(claims.map(([, row]) => row.event.idempotencyKey)),
      plainArray(claims.map(([, row]) => row.id)),
      plainArray(claims.map(([, row]) => snapshots.get(row.event.projectId)?.settings.idempotency_window ?? 86_400)),
    ],
  });
  const winners = new Set(won.map((row) => row.event_id));
  for (const [, row] of claims) if (!winners.has(row.id)) late.push(row);
  return late;
}

function scopeOf({ event }: EventRow): string {
  return event.sourceId ?? event.projectId;
}

function keyName(row: EventRow): string {
  return `${row.event.projectId} ${scopeOf(row)} ${row.event.idempotencyKey}`;
}
