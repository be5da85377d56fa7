import { sql } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import { idTime, minIdAt } from "@/lib/kernel/ids";
import type { LagUnit, SourceState } from "@/lib/kernel/vocabulary";
import type { SourceHealth } from "@/lib/nouns/sources/health-schemas";
import { getSourceRow } from "@/lib/nouns/sources/queries";

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

/** Reads the health of a source: the reports of its consumer, and the flow of its events. */
export async function readSourceHealth(ctx: ProjectContext, id: string): Promise<SourceHealth> {
  const source = await getSourceRow(ctx, id);
  const consumer = await readConsumer(ctx, id);
  const isLive = !source.is_disabled && !!consumer?.is_held;
  return {
    source_id: id,
    state: stateOf(source, consumer),
    connected_since: isLive ? toText(consumer?.connected_since) : null,
    ...(await readFlow(ctx, id)),
    lag: isLive ? (consumer?.lag ?? null) : null,
    lag_unit: isLive ? (consumer?.lag_unit ?? null) : null,
    last_poll_at: toText(consumer?.last_poll_at),
    next_poll_at: isLive ? toText(consumer?.next_poll_at) : null,
    last_poll_items: consumer?.last_poll_items ?? null,
    last_error: consumer?.last_error ?? null,
    last_error_at: toText(consumer?.last_error_at),
    failures: isLive ? (consumer?.failures ?? 0) : 0,
    next_try_at: isLive ? toText(consumer?.next_try_at) : null,
  };
}

function stateOf(source: { type: string; is_disabled: boolean }, consumer: ConsumerRow | undefined): SourceState {
  if (source.is_disabled) return "disabled";
  if (source.type === "http") return "listening";
  return consumer?.is_held ? consumer.state : "waiting";
}

async function readConsumer(ctx: ProjectContext, id: string): Promise<ConsumerRow | undefined> {
  const { rows } = await sql<ConsumerRow>`
    select state, worker_id is not null and lease_until > now() as is_held, connected_since, failures, next_try_at, lag,
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

function toText(at: Date | null | undefined): string | null {
  return at?.toISOString() ?? null;
}
