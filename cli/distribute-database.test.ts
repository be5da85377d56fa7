import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { distributeDatabase } from "@/cli/distribute-database";
import { CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { readEnv } from "@/lib/kernel/env";

const missing = missingCitus();
if (missing) console.log(`skipped: the command that spreads a database needs ${missing}.`);

let folder: string;
let plain: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-distribute-"));
  plain = await createTestDatabase();
});
afterAll(async () => {
  await plain.close();
  await rm(folder, { recursive: true });
});

const distribute = (settings: Record<string, string>) =>
  distributeDatabase({
    env: readEnv({ HOOKYARD_DATA: folder, HOOKYARD_SECRET: "s".repeat(32), ...settings }),
    isTold: true,
  });

it("is refused for the embedded PostgreSQL, and for one without Citus", async () => {
  await expect(distribute({})).rejects.toThrow("DATABASE_URL is not set");
  await expect(distribute({ DATABASE_URL: plain.url })).rejects.toThrow("The database has no Citus.");
});

it.skipIf(missing)("says what it did, and that there is nothing left to do", async () => {
  const cluster = await CitusCluster.open();
  try {
    const DATABASE_URL = await cluster.createDatabase("hookyard");
    expect(await distribute({ DATABASE_URL })).toMatch(
      /^\d+ tables lie on 2 nodes now, in 8 shards by project, and users on/,
    );
    expect(await distribute({ DATABASE_URL })).toBe("The database is spread already: there is nothing to do.");
  } finally {
    await cluster.close();
  }
});
