import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openConnection } from "@/lib/db/connection";
import { startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { migrate } from "@/lib/db/migrate";
import { CitusCluster, OF_COPIES } from "@/lib/db/placement/citus-cluster.fixture";
import { distribute } from "@/lib/db/placement/distribute";

const TEMPLATE = "template_hookyard";

/** Where the databases of a test run are made, each a copy of a migrated one. */
export type TestServer = {
  /** Returns the URL of the new database. */
  create(name: string): Promise<string>;
  drop(name: string): Promise<void>;
  stop(): Promise<void>;
};

export function startTestServer(kind: "postgres" | "citus"): Promise<TestServer> {
  return kind === "citus" ? startCluster() : startOne();
}

async function startOne(): Promise<TestServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-test-"));
  const database = await startEmbeddedDatabase({ dataDir: folder, durable: false });
  // A connection for each, for none to wait until another is done: that takes seconds where many files begin together.
  const run = async (statement: string) => {
    const client = await openConnection(database.url);
    await client.query(statement).finally(() => client.end());
  };
  const urlOf = (name: string) => database.url.replace("/hookyard?", `/${name}?`);
  await run(`create database ${TEMPLATE}`);
  await migrate(urlOf(TEMPLATE));
  return {
    async create(name) {
      await run(`create database ${name} template ${TEMPLATE}`);
      return urlOf(name);
    },
    drop: (name) => run(`drop database if exists ${name} with (force)`),
    async stop() {
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startCluster(): Promise<TestServer> {
  const cluster = await CitusCluster.open(OF_COPIES);
  const url = await cluster.createDatabase(TEMPLATE);
  await migrate(url);
  const client = await openConnection(url);
  await distribute(client);
  await client.end();
  await cluster.makeTemplate(TEMPLATE);
  return {
    create: (name) => cluster.copyDatabase(TEMPLATE, name),
    drop: (name) => cluster.dropDatabase(name),
    stop: () => cluster.close(),
  };
}
