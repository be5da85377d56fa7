import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { closeDatabase, createDatabase } from "@/lib/db/client";
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
  const db = createDatabase(database.url, { max: 4, options: "", answerTimeoutMs: 0 });
  const admin = db.pool;
  const urlOf = (name: string) => database.url.replace("/hookyard?", `/${name}?`);
  await admin.query(`create database ${TEMPLATE}`);
  await migrate(urlOf(TEMPLATE));
  return {
    async create(name) {
      await admin.query(`create database ${name} template ${TEMPLATE}`);
      return urlOf(name);
    },
    async drop(name) {
      await admin.query(`drop database if exists ${name} with (force)`);
    },
    async stop() {
      await closeDatabase(db);
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
