import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { expect } from "vitest";
import { createApp } from "@/lib/api/app";
import { ApiDocument } from "@/lib/api/document/document.fixture";
import type { ApiServices } from "@/lib/api/services";
import type { Context, ProjectContext } from "@/lib/db/context";
import { poolsOf } from "@/lib/db/placement/shards";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createOwnReceivers } from "@/lib/egress/own-receivers";
import { createFunctionRunner } from "@/lib/functions/function-runner";
import { EventLimits } from "@/lib/intake/event-limits";
import { GroupCommit } from "@/lib/intake/group-commit";
import { ProviderHosts } from "@/lib/intake/provider-hosts";
import { ProviderKeys } from "@/lib/intake/provider-keys";
import { RefusalLog } from "@/lib/intake/refusal-log";
import { ShardedCommit } from "@/lib/intake/sharded-commit";
import { systemClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { createSecretBox } from "@/lib/kernel/secret-box";
import type { Role } from "@/lib/kernel/vocabulary";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { createProject } from "@/lib/nouns/projects/mutations";
import type { CreateProject } from "@/lib/nouns/projects/schemas";
import { SignalHub } from "@/lib/nouns/signals/signal-hub";
import { DevicePulls } from "@/lib/sending/device-pulls";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

export const apiDocument = new ApiDocument();

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  body: any;
};

type Ask = { body?: unknown; key?: string | null; headers?: Record<string, string>; raw?: BodyInit };

/** The whole API on a database of its own. Requests go straight into the app; its own door is a real server. */
export class ApiBench {
  readonly app: ReturnType<typeof createApp>;
  readonly services: ApiServices;
  readonly recorder: ShardedCommit;
  /** The signed-in users, by the value of their session cookie. */
  readonly sessions = new Map<string, { userId: string; sessionId: string }>();

  constructor(
    readonly database: TestDatabase,
    private readonly door: Server,
  ) {
    const { db, shards } = database;
    const dbOf = (projectId: string) => shards.of(projectId).pages;
    const poolOf = (projectId: string) => dbOf(projectId).pool;
    const log = pino({ level: "silent" });
    const box = createSecretBox([Buffer.alloc(32, 7)]);
    const snapshots = new SnapshotCache(poolsOf(shards, "pages"), box);
    const guard = createAddressGuard("127.0.0.0/8");
    const ownDoor = { hostname: "127.0.0.1", port: (door.address() as AddressInfo).port };
    const ownReceivers = createOwnReceivers("http://hooks.test", ownDoor);
    this.recorder = new ShardedCommit(shards, ({ pages }, share) => new GroupCommit(pages.pool, snapshots, share));
    this.services = {
      db,
      dbOf,
      dbs: () => shards.all.map(({ pages }) => pages),
      clock: systemClock,
      box,
      checkDestination: (url) => (ownReceivers.find(url) ? null : guard.checkUrl(url)),
      checkOrigin: (url) => guard.checkUrl(url),
      publicUrl: "http://hooks.test",
      recorder: this.recorder,
      snapshots,
      eventLimits: new EventLimits(poolOf),
      providerKeys: new ProviderKeys(
        new ProviderHosts({ send: () => Promise.reject(new Error("Nothing is fetched.")) }),
      ),
      refusals: new RefusalLog(dbOf, log),
      functions: createFunctionRunner(),
      devices: new DevicePulls({ dbOf, snapshots, clock: systemClock, log }),
      signals: new SignalHub({ poolOf, log, isWell: async () => true }),
      guard,
      ownDoor,
      ownReceivers,
      health: new HealthReader({ pool: db.pool, log }),
      log,
    };
    this.app = createApp(this.services, {
      readSession: async (cookie) => this.sessions.get(cookie ?? "") ?? null,
    });
    door.on("request", getRequestListener(this.app.fetch));
  }

  static async open(): Promise<ApiBench> {
    const door = createServer().listen(0, "127.0.0.1");
    await once(door, "listening");
    return new ApiBench(await createTestDatabase(), door);
  }

  async close(): Promise<void> {
    this.door.closeAllConnections();
    this.door.close();
    this.services.signals.close();
    await this.recorder.close();
    await this.services.refusals.close();
    await this.services.functions.close();
    await this.database.close();
  }

  /** A project with a key of each role. */
  async project(type: CreateProject["type"], settings?: CreateProject["settings"]): Promise<ApiProject> {
    const project = await createProject(this.system, { name: `p ${newId()}`, type, settings });
    const keys = {} as Record<Role, string>;
    for (const role of ["viewer", "operator", "admin"] as const) {
      const { key } = await createApiKey(this.within(project.uid), { name: role, role });
      keys[role] = key;
    }
    return new ApiProject(this, project.uid, keys);
  }

  get system(): Context {
    return { ...this.services, actor: { kind: "system" } };
  }

  within(projectId: string): Context & { readonly projectId: string } {
    return { ...this.system, db: this.services.dbOf(projectId), projectId };
  }

  async user({ isOwner = false } = {}): Promise<{ id: string; cookie: string }> {
    const id = newId();
    await this.services.db
      .insertInto("users")
      .values({ id, email: `${id}@example.com`, name: "Ada", is_owner: isOwner, email_proven_at: new Date() })
      .execute();
    const cookie = `session=${id}`;
    this.sessions.set(cookie, { userId: id, sessionId: await this.session(id) });
    return { id, cookie };
  }

  /** Request options of this person in the dashboard. */
  signedIn({ cookie }: { cookie: string }) {
    return { key: null, headers: { cookie, "sec-fetch-site": "same-origin" } };
  }

  /** Creates a session of this person, which lasts a day. */
  async session(userId: string): Promise<string> {
    const id = newId();
    const tomorrow = new Date(Date.now() + 86_400_000);
    const lasts = { last_seen_at: new Date(), idle_until: tomorrow, expires_at: tomorrow };
    await this.services.db
      .insertInto("sessions")
      .values({ id, user_id: userId, method: "password", address: "192.0.2.1", ...lasts })
      .execute();
    return id;
  }

  async ask(method: string, path: string, { body, key = null, headers = {}, raw }: Ask = {}): Promise<Answer> {
    const response = await this.app.request(path, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw !== undefined && { body: raw }),
    });
    const answer = { status: response.status, headers: response.headers, body: await readBody(response) };
    holdToDocument(method, path, answer);
    return answer;
  }
}

async function readBody(response: Response): Promise<Answer["body"]> {
  const type = response.headers.get("content-type") ?? "";
  if (type !== "text/event-stream") return type.includes("json") ? response.json() : response.text();
  // A stream has no end of its own.
  await response.body?.cancel();
  return "";
}

/** Checks that the document promises every answer that a test gets, with no further field. */
function holdToDocument(method: string, path: string, answer: Answer): void {
  expect(apiDocument.findFault(method, path, answer)).toBeNull();
}

/** The paths of one project, requested with its admin key by default. */
export class ApiProject {
  constructor(
    readonly bench: ApiBench,
    readonly id: string,
    readonly keys: Record<Role, string>,
  ) {}

  ask(method: string, path: string, options: Ask = {}): Promise<Answer> {
    return this.bench.ask(method, `/v1/projects/${this.id}${path}`, { key: this.keys.admin, ...options });
  }

  get context(): ProjectContext {
    return { ...this.bench.within(this.id), role: "admin" };
  }

  async endpoint(fields: object = {}): Promise<string> {
    const made = await this.ask("POST", "/endpoints", { body: { name: "E", url: "https://example.com/h", ...fields } });
    return made.body.data.uid;
  }

  async source(fields: object = {}): Promise<string> {
    const made = await this.ask("POST", "/sources", { body: { name: "S", type: "http", ...fields } });
    return made.body.data.uid;
  }

  async subscription(fields: object): Promise<string> {
    return (await this.ask("POST", "/subscriptions", { body: { name: "Sub", ...fields } })).body.data.uid;
  }
}
