/** Connections that a copy keeps beside its pools: one holds its worker's lock, one listens. */
const OF_THEIR_OWN = 2;

/** How what is left is shared, and what each pool needs at least to get on. */
const POOLS = {
  api: { share: 20, least: 4 },
  ingest: { share: 6, least: 2 },
  work: { share: 10, least: 3 },
  upkeep: { share: 3, least: 1 },
} as const;

export type Pool = keyof typeof POOLS;

/** The smallest budget with which a copy can do all of its work, and the one that it has when nobody says. */
export const LEAST_CONNECTIONS = OF_THEIR_OWN + sum("least");
export const USUAL_CONNECTIONS = OF_THEIR_OWN + sum("share");

/** How many connections each pool may have so that a copy never opens more than `budget` of them. Pure. */
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
