/** From where on something of the installation is not right; `lib/nouns/health/judge.ts` says what it means then. */
export const THRESHOLDS = {
  /** Seconds that a transaction is open. */
  transactionSeconds: { warning: 600, critical: 6 * 3_600 },
  /** Transactions that a snapshot lags behind where PostgreSQL does not tell since when it is open. */
  snapshotAge: 1_000_000,
  /** Dead rows of one table of the queue. */
  deadRows: 100_000,
  /** The part of the connections that is used. */
  connections: { warning: 0.8, critical: 0.95 },
  /** Milliseconds of a claim at p95. */
  claimMs: { warning: 250, critical: 2_000 },
  /** The number of claims below which p95 tells nothing, such as right after a start. */
  fewestClaims: 20,
  /** Seconds that the oldest event of the inbox waits. */
  inboxSeconds: { warning: 60, critical: 600 },
  /** Seconds that deliveries of an endpoint are due without being started. */
  dueSeconds: { warning: 300, critical: 3_600 },
  /** Seconds without a word of a copy until it counts as silent. */
  silentSeconds: 20,
} as const;
