import type pg from "pg";
import type { Databases, Shards } from "@/lib/db/placement/shards";
import type { Figure, Sample } from "@/lib/metrics/gauges";

/** What the figures of the pools are read from. */
export type PoolParts = { readonly shards: Pick<Shards, "whole" | "openServers"> };

type PoolLabels = { pool: string; server?: string };

/**
 * Figures of the connections that a process opens itself, counted by the pools when the metrics are read.
 *
 * A spread database has pools for each server beside those for the database as a whole, which lead to where
 * `DATABASE_URL` does. They are told under the same names, with the `server` of `hookyard_server_…` as a label that the
 * others lack. For none of these connections is counted twice, so that sums, panels and alert rules hold for one server and
 * for several; `hookyard_server_connections` has a name of its own since `hookyard_database_connections` is of the same
 * connections.
 */
export const POOL_FIGURES: Record<string, Figure<PoolParts>> = {
  hookyard_pool_connections: {
    help: "Connections to the database that are open, by pool and whether they are in use",
    labels: ["server", "pool", "state"],
    of: ofPools(({ totalCount, idleCount }, labels) => [
      [totalCount - idleCount, { ...labels, state: "used" }],
      [idleCount, { ...labels, state: "idle" }],
    ]),
  },
  hookyard_pool_connections_allowed: {
    help: "Connections to the database that a pool opens at most",
    labels: ["server", "pool"],
    of: ofPools(({ options }, labels) => [[options.max, labels]]),
  },
  hookyard_pool_waiting: {
    help: "Statements that wait for a connection of their pool, none of which is free",
    labels: ["server", "pool"],
    of: ofPools(({ waitingCount }, labels) => [[waitingCount, labels]]),
  },
};

function ofPools(of: (pool: pg.Pool, labels: PoolLabels) => Sample[]) {
  const ofDatabases = (databases: Databases, more: { server?: string }) =>
    Object.entries(databases).flatMap(([kind, { pool }]) => of(pool, { ...more, pool: kind }));
  return ({ shards }: PoolParts): Sample[] => [
    ...ofDatabases(shards.whole, {}),
    ...shards.openServers().flatMap(({ address, databases }) => ofDatabases(databases, { server: address })),
  ];
}
