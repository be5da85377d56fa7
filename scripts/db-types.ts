import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { migrate } from "@/lib/db/migrate";

/** Writes lib/db/generated.ts from a freshly migrated database. */
const dataDir = await mkdtemp(path.join(tmpdir(), "hookyard-types-"));
const database = await startEmbeddedDatabase({ dataDir, durable: false });
try {
  await migrate(database.url);
  const options = ["--dialect", "postgres", "--exclude-pattern", "*_default", "--out-file", "lib/db/generated.ts"];
  const { status } = spawnSync("npx", ["kysely-codegen", ...options, "--type-mapping", '{"int8":"number"}'], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DATABASE_URL: database.url },
  });
  process.exitCode = status ?? 1;
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
