import { inject } from "vitest";
import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import type {} from "@/lib/db/test-database-setup";
import { newId } from "@/lib/kernel/ids";

/** A database of its own, copied from the migrated template. */
export type TestDatabase = { url: string; db: Database; close(): Promise<void> };

/**
 * Creates a fresh, migrated, empty database for one test file. The test run starts its one PostgreSQL at the first
 * call, so that files without a database never wait for it. Close it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const address = `${inject("testDatabases")}/${newId()}`;
  const answer = await fetch(address, { method: "POST" });
  if (!answer.ok) throw new Error(await answer.text());
  const url = await answer.text();
  const db = createDatabase(url);
  return {
    url,
    db,
    async close() {
      await closeDatabase(db);
      await fetch(address, { method: "DELETE" });
    },
  };
}
