import type pg from "pg";
import { makeDays } from "@/bench/lists/bulk";
import {
  ALERTS,
  ATTEMPTS,
  AUDIT_LOG,
  BACKLOG,
  BACKLOG_EVENTS,
  DELIVERIES,
  ENDPOINT_STATS,
  EVENT_STATS,
  EVENTS,
  KIND_ROWS,
  KINDS,
  META_EVENTS,
  META_QUEUE,
  PROJECT_STATS,
  QUEUE,
  REPLAY_ITEMS,
  REPLAYS,
  ROUTES,
} from "@/bench/lists/statements";
import { fanOut, type World } from "@/bench/lists/world";

/**
 * This many deliveries over this many whole days and the present one, and one stored attempt for every this many past
 * ones.
 */
export type Traffic = { days: number; deliveries: number; attempts: number };

const PER_DAY = { meta: 2_000, alerts: 200, audit: 2_000, replays: 20 };

/** Writes events, deliveries, attempts and counters as a project's use would leave them. Nothing of it is due. */
export async function fillTraffic(
  client: pg.Client,
  world: World,
  { days, deliveries, attempts }: Traffic,
  say: (line: string) => void = () => {},
): Promise<void> {
  const { projectId, deadEndpoint, inactiveEndpoint, pausedEndpoint } = world;
  const { start, seconds } = await makeDays(client, days);
  await client.query(ROUTES, [
    world.routes.map((route) => route.sourceId),
    world.routes.map((route) => route.eventType),
    world.routes.map((route) => route.endpointId),
    world.routes.map((route) => route.subscriptionId),
  ]);
  await client.query(KINDS, [
    world.kinds.map((kind) => kind.sourceId),
    world.kinds.map((kind) => kind.eventType),
    world.kinds.map((kind) => kind.slots),
  ]);
  await client.query("analyze kind, route");
  // Events other than Success have no deliveries.
  const events = Math.ceil(deliveries / fanOut(world) / 0.969);
  const steps: [what: string, sql: string, values: unknown[]][] = [
    ["events", EVENTS, [projectId, start, events, seconds]],
    ["deliveries", DELIVERIES, [projectId, deadEndpoint, inactiveEndpoint, pausedEndpoint]],
    ["queue", QUEUE, [projectId]],
    ["attempts", ATTEMPTS, [projectId, attempts]],
    ["kinds", KIND_ROWS, [projectId]],
    ["counters of endpoints", ENDPOINT_STATS, [projectId]],
    ["counters of the project", PROJECT_STATS, [projectId]],
    ["counters of events", EVENT_STATS, [projectId]],
  ];
  for (const [what, statement, values] of steps) {
    const began = performance.now();
    const { rowCount } = await client.query(statement, values);
    say(`${what}: ${rowCount?.toLocaleString("en-US")} rows in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
}

/** Writes what else such a project has: meta events, alerts, replays, an audit log. */
export async function fillRecords(client: pg.Client, world: World, { days, deliveries }: Traffic): Promise<void> {
  const { projectId } = world;
  const { start, seconds } = await makeDays(client, days);
  const over = (perDay: number) => [projectId, start, Math.ceil(perDay * days), seconds];
  await client.query(META_EVENTS, over(PER_DAY.meta));
  await client.query(META_QUEUE, [projectId]);
  await client.query(ALERTS, over(PER_DAY.alerts));
  await client.query(AUDIT_LOG, over(PER_DAY.audit));
  await client.query(REPLAYS, over(PER_DAY.replays));
  await client.query(REPLAY_ITEMS, [projectId, Math.ceil(deliveries / 10)]);
}

/** Fills a project in which everything waits, from yesterday on. */
export async function fillBacklog(
  client: pg.Client,
  { projectId, endpointIds, waiting }: { projectId: string; endpointIds: readonly string[]; waiting: number },
): Promise<void> {
  const { start, seconds } = await makeDays(client, 1);
  const events = Math.ceil(waiting / endpointIds.length);
  await client.query(BACKLOG_EVENTS, [projectId, start, events, seconds, endpointIds]);
  await client.query(BACKLOG, [projectId]);
  await client.query(QUEUE, [projectId]);
  await client.query(KIND_ROWS, [projectId]);
  await client.query(ENDPOINT_STATS, [projectId]);
  await client.query(PROJECT_STATS, [projectId]);
  await client.query(EVENT_STATS, [projectId]);
}
