import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import os from "node:os";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import pg from "pg";
import { startIdentityProvider } from "@/e2e/support/identity-provider";
import { ApiBench } from "@/lib/api/api.fixture";
import { checkUp, type Report } from "@/lib/checkup/check-up";
import { type Gathered, gatherFacts, type Search } from "@/lib/checkup/facts/gather";
import type { Database } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrate";
import { openTestDatabase } from "@/lib/db/test-database";
import { freePorts } from "@/lib/feeds/brokers/conformance/server.fixture";
import { PostgresServer } from "@/lib/feeds/change-stream/postgres-server.fixture";
import { BodyBudget } from "@/lib/kernel/body-budget";
import { readEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { version } from "@/lib/kernel/version";
import { createFrontDoor, listen } from "@/lib/next/front-door";
import { createOwner } from "@/lib/nouns/users/mutations";
import { S3Server } from "@/lib/upkeep/export-places/s3-server.fixture";
import { MailServer } from "@/lib/upkeep/mail-server.fixture";

/** Every secret of the bench has it. */
export const HUSH = "hush";
const PASSWORD = `${HUSH} pä/ss@%`;
const DURABLE = { fsync: "on", max_connections: 100 };
/** The key of the API's bench, which encrypts what it stores. */
export const MASTER_KEY = Buffer.alloc(32, 7).toString();

export type Arranged = {
  settings?: Record<string, string>;
  search?: Partial<Search>;
  undo?(): unknown;
};

/**
 * A healthy installation: a durable PostgreSQL with a user of its own, the API behind a front door with two addresses, a
 * mail server, a bucket, an identity provider, an owner, and the note of a copy that delivers.
 */
export class CheckupBench {
  private constructor(
    readonly server: PostgresServer,
    readonly api: ApiBench,
    readonly folder: string,
    readonly settings: Readonly<Record<string, string>>,
    private readonly closers: readonly (() => unknown)[],
  ) {}

  static async open(): Promise<CheckupBench> {
    const server = await PostgresServer.open();
    await server.restart(DURABLE);
    await server.ask(`create role app login password ${pg.escapeLiteral(PASSWORD)} in role pg_read_all_stats`);
    await server.ask("create database hookyard owner app");
    const url = urlOf(server, "hookyard");
    await migrate(url);
    const own = createServer().listen(0, "127.0.0.1");
    await once(own, "listening");
    const api = new ApiBench(await openTestDatabase(url, () => {}), own);
    await createOwner(api.system, { email: "owner@example.com", password: "correct horse battery" });

    const [port = 0] = await freePorts(1);
    const origins = { HOOKYARD_URL: `http://127.0.0.1:${port}`, HOOKYARD_INGEST_URL: `http://localhost:${port}` };
    const door = await openDoor(api, origins, port);
    const mail = new MailServer();
    const provider = await startIdentityProvider();
    const store = await S3Server.open();
    const folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-checkup-"));
    const settings = {
      ...origins,
      DATABASE_URL: url,
      HOOKYARD_SECRET: MASTER_KEY,
      HOOKYARD_DATA: folder,
      HOOKYARD_EXPORT_DIR: path.join(folder, "not", "made", "yet"),
      HOOKYARD_EXPORT_S3: "s3://days/hooks",
      AWS_ENDPOINT_URL_S3: store.endpoint,
      AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
      AWS_SECRET_ACCESS_KEY: `${HUSH}-of-the-bucket`,
      HOOKYARD_METRICS_TOKEN: `${HUSH}-of-the-metrics`,
      HOST: "127.0.0.1",
      SMTP_URL: await mail.open(),
      SMTP_FROM: "hooks@example.com",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: "hookyard",
      OIDC_CLIENT_SECRET: `${HUSH}-of-single-sign-on`,
    };
    const bench = new CheckupBench(server, api, folder, settings, [
      () => store.close(),
      () => closeServer(door),
      () => api.close(),
      () => mail.close(),
      () => provider.close(),
      () => server.close(),
      () => rm(folder, { recursive: true, force: true }),
    ]);
    await bench.noteCopy({});
    return bench;
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
  }

  get db(): Database {
    return this.api.database.db;
  }

  /** Writes the note of a copy that was seen so many seconds ago; by default it runs for the rest of the tests. */
  async noteCopy({ seen = -3_600, claims = null, ...more }: NotedCopy): Promise<string> {
    const id = newId();
    const { name = "copy", role = "all", runs = version } = more;
    await this.ask(
      `insert into copies (id, name, role, version, claims, seen_at)
       values ($1, $2, $3, $4, $5, now() - make_interval(secs => $6))`,
      [id, name, role, runs, claims && JSON.stringify(claims), seen],
    );
    return id;
  }

  ask(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.db.pool.query(text, values);
  }

  /** Starts the database's server anew with these settings; without any as it was. */
  async restart(settings: Record<string, string | number> = {}): Promise<void> {
    await this.server.restart({ ...DURABLE, ...settings });
    // The pool notices its lost connections one by one.
    await Promise.allSettled(Array.from({ length: 10 }, () => this.ask("select")));
  }

  /** The address of another database of that server. */
  urlOf(database: string): string {
    return urlOf(this.server, database);
  }

  checkUp(arranged: Arranged = {}): Promise<Report> {
    return checkUp(this.toSearch(arranged));
  }

  gather(arranged: Arranged = {}): Promise<Gathered> {
    return gatherFacts(this.toSearch(arranged));
  }

  private toSearch({ settings = {}, search = {} }: Arranged): Search {
    return {
      readSettings: () => readEnv({ ...this.settings, ...settings }),
      isTold: true,
      home: this.folder,
      node: "24.9.0",
      ...search,
    };
  }
}

type NotedCopy = { seen?: number; claims?: object | null; name?: string; role?: string; runs?: string };

function urlOf({ login }: PostgresServer, database: string): string {
  return `postgres://app:${encodeURIComponent(PASSWORD)}@${login.host}:${login.port}/${database}`;
}

/** The front door of a copy, on this port. */
export async function openDoor(api: ApiBench, settings: Record<string, string>, port = 0): Promise<Server> {
  const env = readEnv({ NODE_ENV: "test", ...settings });
  const bodies = new BodyBudget(1024 * 1024, {});
  const handlers = { api: getRequestListener(api.app.fetch), pages: null };
  const door = createFrontDoor(env, handlers, { bodies, standing: { isStopping: false } });
  await listen(door, { HOST: "127.0.0.1", PORT: port });
  return door;
}

export function closeServer(server: Server): void {
  server.closeAllConnections();
  server.close();
}
