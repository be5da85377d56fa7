import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { migrate } from "@/lib/db/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files request databases: POST /<name> creates one and returns its URL, DELETE /<name> drops it. */
    testDatabases: string;
  }
}

type Server = { database: EmbeddedDatabase; admin: pg.Pool; folder: string };

/** Vitest's global setup: hands out databases, and starts PostgreSQL at the first request. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<Server> | undefined;
  const door = createServer(async (request, response) => {
    try {
      server ??= startServer();
      const { admin, database } = await server;
      const name = `t_${(request.url ?? "").replace(/[^0-9a-z]/g, "")}`;
      if (request.method === "DELETE") await admin.query(`drop database if exists ${name} with (force)`);
      else await admin.query(`create database ${name} template template_hookyard`);
      response.end(database.url.replace("/hookyard?", `/${name}?`));
    } catch (error) {
      response.statusCode = 500;
      response.end((error as Error).stack);
    }
  });
  // A connection that it closes as idle may be used at that very moment.
  door.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  project.provide("testDatabases", `http://127.0.0.1:${(door.address() as AddressInfo).port}`);

  return async () => {
    door.closeAllConnections();
    door.close();
    if (!server) return;
    const { admin, database, folder } = await server;
    await admin.end();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function startServer(): Promise<Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-test-"));
  const database = await startEmbeddedDatabase({ dataDir: folder, durable: false });
  const admin = new pg.Pool({ connectionString: database.url, max: 4 });
  // An idle connection may notice the server's end before it is closed itself.
  admin.on("error", () => {});
  await admin.query("create database template_hookyard");
  await migrate(database.url.replace("/hookyard?", "/template_hookyard?"));
  return { database, admin, folder };
}
