import { type Selectable, sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Sources } from "@/lib/db/generated";
import { idTime, minIdAt } from "@/lib/kernel/ids";
import type { LagUnit, SourceState } from "@/lib/kernel/vocabulary";
import type { SourceHealth } from "@/lib/nouns/sources/health-schemas";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** The rate covers this long, or this many events if they come faster. */
const RATE_WINDOW_MS = 60_000;
const RATE_EVENTS = 1_000;

type ConsumerRow = {
  state: SourceState;
  is_held: boolean;
  connected_since: Date | null;
  failures: number;
  next_try_at: Date | null;
  lag: number | null;
  lag_unit: LagUnit | null;
  last_poll_at: Date | null;
  next_poll_at: Date | null;
  last_poll_items: number | null;
  last_error: string | null;
  last_error_at: Date | null;
};

/** The state of a source that no copy consumes. */
const UNHELD: ConsumerRow = {
  state: "waiting",
  is_held: false,
  connected_since: null,
  failures: 0,
  next_try_at: null,
  lag: null,
  lag_unit: null,
  last_poll_at: null,
  next_poll_at: null,
  last_poll_items: null,
  last_error: null,
  last_error_at: null,
};

/** Reads the health of a source: the reports of its consumer, and the flow of its events. */
export async function readSourceHealth(ctx: ProjectContext, id: string): Promise<SourceHealth> {
  const source = await getSourceRow(ctx, id);
  const told = (await readConsumer(ctx, id)) ?? UNHELD;
  const now = told.is_held && !source.is_disabled ? told : UNHELD;
  return {
    source_id: id,
    state: stateOf(source, now),
    connected_since: toTimestamp(now.connected_since),
    ...(await readFlow(ctx, id)),
    lag: now.lag,
    lag_unit: now.lag_unit,
    last_poll_at: toTimestamp(told.last_poll_at),
    next_poll_at: toTimestamp(now.next_poll_at),
    last_poll_items: told.last_poll_items,
    last_error: told.last_error,
    last_error_at: toTimestamp(told.last_error_at),
    failures: now.failures,
    next_try_at: toTimestamp(now.next_try_at),
  };
}

/** What the list of sources tells of their connections. The error is why a source is not connected now. */
export type SourceCondition = { state: SourceState; error: string | null };

/** Reads the conditions of some sources, by their ids. */
export async function readSourceConditions(
  { db, projectId }: ProjectContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SourceCondition>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<
    Pick<Selectable<Sources>, "id" | "type" | "is_disabled"> & Held & { error: string | null }
  >`
    select s.id, s.type, s.is_disabled, coalesce(c.state, ${UNHELD.state}) as state, ${IS_HELD} as is_held,
      c.last_error as error
    from sources s left join source_consumers c on c.project_id = s.project_id and c.source_id = s.id
    where s.project_id = ${projectId} and s.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, error, ...row }) => {
      const state = stateOf(row, row.is_held ? row : UNHELD);
      return [id, { state, error: TROUBLED.includes(state) ? error : null }];
    }),
  );
}

type Held = Pick<ConsumerRow, "state" | "is_held">;

const IS_HELD = sql<boolean>`coalesce(worker_id is not null and lease_until > now(), false)`;

/** In these states the last error is why nothing is read now. */
const TROUBLED: readonly SourceState[] = ["retrying", "parked"];

function stateOf(
  source: Pick<Selectable<Sources>, "type" | "is_disabled">,
  { state }: Pick<ConsumerRow, "state">,
): SourceState {
  if (source.is_disabled) return "disabled";
  return source.type === "http" ? "listening" : state;
}

async function readConsumer(ctx: ProjectContext, id: string): Promise<ConsumerRow | undefined> {
  const { rows } = await sql<ConsumerRow>`
    select state, ${IS_HELD} as is_held, connected_since, failures, next_try_at, lag,
      lag_unit, last_poll_at, next_poll_at, last_poll_items, last_error, last_error_at
    from source_consumers where project_id = ${ctx.projectId} and source_id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Reads along the index of a source's events, newest first: as much work for a busy source as for a quiet one. */
async function readFlow(ctx: ProjectContext, id: string): Promise<Pick<SourceHealth, "last_event_at" | "rate">> {
  const events = ctx.db
    .selectFrom("events")
    .select("id")
    .where("project_id", "=", ctx.projectId)
    .where("source_id", "=", id)
    .orderBy("id", "desc");
  const now = ctx.clock.now().getTime();
  const recent = await events
    .where("id", ">=", minIdAt(new Date(now - RATE_WINDOW_MS)))
    .limit(RATE_EVENTS)
    .execute();
  const last = recent[0] ?? (await events.limit(1).executeTakeFirst());
  if (!last) return { last_event_at: null, rate: 0 };
  const oldest = recent.length === RATE_EVENTS ? idTime(recent.at(-1)?.id ?? "").getTime() : now - RATE_WINDOW_MS;
  const seconds = Math.max(1, now - oldest) / 1000;
  return { last_event_at: idTime(last.id).toISOString(), rate: Math.round((recent.length / seconds) * 100) / 100 };
}
