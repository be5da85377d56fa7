import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startTestServer, type TestServer } from "@/lib/db/test-server.fixture";

declare module "vitest" {
  interface ProvidedContext {
    /** Where test files request databases: POST /<name> creates one and returns its URL, DELETE /<name> drops it. */
    testDatabases: string;
    /** What these are: of one PostgreSQL, or spread over several by Citus. */
    database: "postgres" | "citus";
  }
}

/** Vitest's global setup: hands out databases, and starts PostgreSQL at the first request. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kind = project.config.provide.database;
  let server: Promise<TestServer> | undefined;
  const door = createServer(async (request, response) => {
    try {
      server ??= startTestServer(kind ?? "postgres");
      const { create, drop } = await server;
      const name = `t_${(request.url ?? "").replace(/[^0-9a-z]/g, "")}`;
      response.end(request.method === "DELETE" ? await drop(name) : await create(name));
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
    await (await server)?.stop();
  };
}
