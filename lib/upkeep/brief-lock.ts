import type pg from "pg";

/**
 * How long to wait for a lock on a table that everybody uses: all later requests queue behind the one that waits. So it
 * is given up soon and requested again, instead of delaying deliveries behind a long query.
 */
const LOCK_TIMEOUT_MS = 100;
const TRIES = 10;
const PAUSE_MS = 250;

/** Runs a short transaction that needs locks, repeatedly until it gets them. False if it could not. */
export async function withBriefLocks(client: pg.ClientBase, work: () => Promise<void>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    await client.query("begin");
    try {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await work();
      await client.query("commit");
      return true;
    } catch (error) {
      await client.query("rollback");
      if (!isLockConflict(error)) throw error;
      if (tries === TRIES) return false;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** PostgreSQL's lock_not_available and deadlock_detected. */
function isLockConflict(error: unknown): boolean {
  return ["55P03", "40P01"].includes((error as { code?: string }).code ?? "");
}
