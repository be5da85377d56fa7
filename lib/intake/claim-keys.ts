import type pg from "pg";
import { plainArray, textArray } from "@/lib/db/array-literal";
import type { EventRow } from "@/lib/intake/event-rows";
import type { ProjectCore } from "@/lib/snapshots/snapshot";

/** A broker may redeliver a message long after the project's own window. */
const MESSAGE_WINDOW_SECONDS = 86_400;

type Claim = { row: EventRow; scope: string; key: string; seconds: number };

/** Late rows of a batch. `repeated` are redelivered messages, which are not stored. */
export type Late = { duplicates: EventRow[]; repeated: EventRow[] };

/**
 * Claims the identities of a batch inside its transaction and returns the late rows: another event owns their key
 * within the project's window, or an earlier row of the batch has it. The brokers' message ids are claimed first, then
 * the idempotency keys of new messages. Two copies that claim the same key wait for each other; keys are claimed in one
 * order, so that nothing deadlocks.
 */
export async function claimIdempotencyKeys(
  client: pg.PoolClient,
  rows: readonly EventRow[],
  snapshots: ReadonlyMap<string, ProjectCore>,
): Promise<Late> {
  const windowOf = ({ event }: EventRow) => snapshots.get(event.projectId)?.settings.idempotency_window ?? 86_400;
  const known = await claim(
    client,
    rows.flatMap((row) => {
      const { message, sourceId } = row.event;
      if (!message || !sourceId) return [];
      const seconds = message.rememberSeconds ?? Math.max(windowOf(row), MESSAGE_WINDOW_SECONDS);
      return [{ row, scope: sourceId, key: message.key, seconds }];
    }),
  );
  await remember(
    client,
    [...known].filter(({ event }) => event.message?.rememberSeconds),
  );
  const late = await claim(
    client,
    rows.flatMap((row) => {
      const { idempotencyKey, message } = row.event;
      if (!idempotencyKey || idempotencyKey === message?.key || known.has(row)) return [];
      return [{ row, scope: scopeOf(row), key: idempotencyKey, seconds: windowOf(row) }];
    }),
  );
  const isRepeated = (row: EventRow) => known.has(row) && !!row.event.message?.mayRepeat;
  return {
    repeated: rows.filter(isRepeated),
    duplicates: rows.filter((row) => late.has(row) || (known.has(row) && !isRepeated(row))),
  };
}

/** Keeps keys known that are read again and again: their window restarts when half of it is over. */
async function remember(client: pg.PoolClient, rows: readonly EventRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: "remember_idempotency_keys",
    text: `
      update idempotency_keys k set expires_at = now() + make_interval(secs => r.seconds)
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) as r(project_id, scope, key, seconds)
      where k.project_id = r.project_id and k.scope = r.scope and k.key = r.key
        and k.project_id = any($1::uuid[]) and k.key = any($3::text[])
        and k.expires_at < now() + make_interval(secs => r.seconds / 2)`,
    values: [
      plainArray(rows.map(({ event }) => event.projectId)),
      plainArray(rows.map(({ event }) => event.sourceId)),
      textArray(rows.map(({ event }) => event.message?.key ?? null)),
      plainArray(rows.map(({ event }) => event.message?.rememberSeconds ?? 0)),
    ],
  });
}

/** Returns the rows whose claim came too late. */
async function claim(client: pg.PoolClient, claims: readonly Claim[]): Promise<Set<EventRow>> {
  if (claims.length === 0) return new Set();
  const first = new Map<string, Claim>();
  for (const one of claims) {
    const name = `${one.row.event.projectId} ${one.scope} ${one.key}`;
    if (!first.has(name)) first.set(name, one);
  }
  const ordered = [...first.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const { rows: won } = await client.query<{ event_id: string }>({
    name: "claim_idempotency_keys",
    text: `
      insert into idempotency_keys as k (project_id, scope, key, event_id, expires_at)
      select c.project_id, c.scope, c.key, c.event_id, now() + make_interval(secs => c.seconds)
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::int[]) as c(project_id, scope, key, event_id, seconds)
      on conflict (project_id, scope, key) do update set event_id = excluded.event_id, expires_at = excluded.expires_at
        where k.expires_at <= now()
      returning event_id`,
    values: [
      plainArray(ordered.map(({ row }) => row.event.projectId)),
      plainArray(ordered.map(({ scope }) => scope)),
      textArray(ordered.map(({ key }) => key)),
      plainArray(ordered.map(({ row }) => row.id)),
      plainArray(ordered.map(({ seconds }) => seconds)),
    ],
  });
  const winners = new Set(won.map((row) => row.event_id));
  return new Set(claims.map(({ row }) => row).filter((row) => !winners.has(row.id)));
}

/** An event that names its target is the same event whether it came by API or from a source. */
function scopeOf({ event }: EventRow): string {
  return event.target || !event.sourceId ? event.projectId : event.sourceId;
}
