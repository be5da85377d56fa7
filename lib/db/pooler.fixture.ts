import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { databaseAccount } from "@/lib/db/embedded/embedded-account";
import { freePorts, start } from "@/lib/feeds/brokers/conformance/server.fixture";

const PROGRAM = "/usr/sbin/pgbouncer";

export const missingPooler = () => (existsSync(PROGRAM) ? null : "PgBouncer (Debian: pgbouncer)");

/**
 * Starts PgBouncer in a process of its own before a test's database; `url` leads through it. `ignored`: the settings of a
 * connection's beginning that it takes without passing them on; it refuses others.
 */
export async function openPooler(
  databaseUrl: string,
  mode: "session" | "transaction",
  ignored = "options",
): Promise<{ url: string; close(): Promise<void> }> {
  // Only the database's own user may enter the folder of its socket.
  const proxy = await new DatabaseProxy().open(databaseUrl);
  const behind = new URL(proxy.url);
  const folder = await mkdtemp(path.join(tmpdir(), "hookyard-pgbouncer-"));
  const [port = 0] = await freePorts(1);
  const name = behind.pathname.slice(1);
  const config = path.join(folder, "pgbouncer.ini");
  await writeFile(
    config,
    `[databases]
${name} = host=127.0.0.1 port=${behind.port} dbname=${name} user=${behind.username} password=${behind.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 50
ignore_startup_parameters = ${ignored}
`,
  );
  // Like PostgreSQL it does not run as root.
  const account = databaseAccount(folder);
  if (account) await chown(folder, account.uid, account.gid);
  const server = start(PROGRAM, [config], { cwd: folder, ...account });
  const url = `postgres://${behind.username}@127.0.0.1:${port}/${name}`;
  await waitUntilReady(url, server);
  return {
    url,
    async close() {
      await server.stop("SIGINT");
      proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string, server: ReturnType<typeof start>): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query("select 1");
      return await client.end();
    } catch (error) {
      if (server.hasExited()) throw new Error(`PgBouncer ended: ${server.output()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
