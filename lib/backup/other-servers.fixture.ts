import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { databaseAccount } from "@/lib/db/embedded/embedded-account";
import { programs } from "@/lib/db/embedded/embedded-binaries";
import { ROLE } from "@/lib/db/embedded/embedded-cluster";
import { ensureConnection } from "@/lib/db/embedded/embedded-connection";

const run = promisify(execFile);
const FOLDER = "/usr/lib/postgresql/15";

export const missingPostgres15 = () =>
  existsSync(path.join(FOLDER, "bin/initdb")) ? null : "PostgreSQL 15 (Debian: postgresql-15)";

/** A data folder with an embedded database as a Hookyard with PostgreSQL 15 would have made it. */
export async function makeFolderOf15(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "hookyard-fifteen-"));
  // Looking for its own place, PostgreSQL before 16 leaves its folder and must be able to come back to it.
  await chmod(dataDir, 0o711);
  const folder = path.join(dataDir, "postgres");
  const account = databaseAccount(folder);
  const { password } = await ensureConnection(dataDir);
  const passwordFile = path.join(os.tmpdir(), `hookyard-password-${randomBytes(6).toString("hex")}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await mkdir(folder, { mode: 0o700 });
  if (account) for (const place of [folder, passwordFile]) await chown(place, account.uid, account.gid);
  const options = ["--encoding=UTF8", "--locale=C", `--username=${ROLE}`, "--auth=scram-sha-256", "--no-sync"];
  const data = account && process.platform === "linux" ? "/proc/self/cwd" : folder;
  await run(programs(FOLDER).initdb, ["-D", data, ...options, `--pwfile=${passwordFile}`], { ...account, cwd: folder });
  await rm(passwordFile);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Starts that folder's PostgreSQL 15. */
export function start15(dataDir: string) {
  return startEmbeddedDatabase({ dataDir, binaries: programs(FOLDER), durable: false });
}
