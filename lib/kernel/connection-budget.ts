/** Connections of a copy besides its pools: one has its worker's lock, one listens. */
const OF_THEIR_OWN = 2;

/** How the rest is shared, and the least that each pool needs to make progress. */
const POOLS = {
  api: { share: 20, least: 4 },
  ingest: { share: 6, least: 2 },
  work: { share: 10, least: 3 },
  upkeep: { share: 3, least: 1 },
} as const;

export type Pool = keyof typeof POOLS;

/** The smallest budget with which a copy can do all of its work, and the default one. */
export const LEAST_CONNECTIONS = OF_THEIR_OWN + sum("least");
export const USUAL_CONNECTIONS = OF_THEIR_OWN + sum("share");

/** The default for several processes together: PostgreSQL's own limit is 100, and other programs need some. */
const USUAL_TOGETHER = 80;

/** What the processes of a copy open together, each at most `each`. If there are several, one more leads them. */
export function connectionsOf(processes: number, each: number): number {
  return processes === 1 ? each : 1 + processes * each;
}

/** The default budget of a copy with this many processes. */
export function usualConnections(processes: number): number {
  const each = Math.floor(USUAL_TOGETHER / processes);
  return connectionsOf(processes, Math.min(USUAL_CONNECTIONS, Math.max(LEAST_CONNECTIONS, each)));
}

/** One process for each core, or as many as the connections suffice for. */
export function processesFor(cores: number, budget: number | undefined): number {
  const most = budget === undefined ? USUAL_TOGETHER / LEAST_CONNECTIONS : (budget - 1) / LEAST_CONNECTIONS;
  return Math.max(1, Math.min(cores, Math.floor(most)));
}

/** Shares a budget among the pools, so that a copy never opens more than `budget` connections. Pure. */
export function shareConnections(budget: number): Record<Pool, number> {
  const spare = Math.max(0, budget - LEAST_CONNECTIONS);
  const usual = USUAL_CONNECTIONS - LEAST_CONNECTIONS;
  const sizes = Object.entries(POOLS).map(([name, { share, least }]) => [
    name,
    least + Math.floor((spare * (share - least)) / usual),
  ]);
  return Object.fromEntries(sizes) as Record<Pool, number>;
}

function sum(part: "share" | "least"): number {
  return Object.values(POOLS).reduce((total, pool) => total + pool[part], 0);
}
