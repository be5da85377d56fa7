import { inject } from "vitest";
import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import { openEngineShards } from "@/lib/db/engine-pools";
import type { Shards } from "@/lib/db/placement/shards";
import type {} from "@/lib/db/test-database-setup";
import { newId } from "@/lib/kernel/ids";

/** A database of its own, copied from the migrated template. */
export type TestDatabase = {
  url: string;
  /** As a whole. */
  db: Database;
  /** By the projects in it. */
  shards: Shards;
  close(): Promise<void>;
};

/**
 * Creates a fresh, migrated, empty database for one test file. The test run starts its one PostgreSQL at the first
 * call, so that files without a database never wait for it. Close it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const address = `${inject("testDatabases")}/${newId()}`;
  const answer = await fetch(address, { method: "POST" });
  if (!answer.ok) throw new Error(await answer.text());
  return openTestDatabase(await answer.text(), () => fetch(address, { method: "DELETE" }));
}

/** Opens a migrated database; `onClosed` is called once nothing uses it any more. */
export async function openTestDatabase(url: string, onClosed: () => unknown): Promise<TestDatabase> {
  const db = createDatabase(url);
  const shards = await openEngineShards(url, {
    budget: 30,
    pages: db,
    onError(error) {
      throw error;
    },
  });
  return {
    url,
    db,
    shards,
    async close() {
      await shards.close();
      await closeDatabase(db);
      await onClosed();
    },
  };
}
