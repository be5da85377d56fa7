import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { type Insertable, sql } from "kysely";
import { expect } from "vitest";
import type { ProjectContext } from "@/lib/db/context";
import type { Endpoints } from "@/lib/db/generated";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import type { IncomingEvent } from "@/lib/intake/recorder";
import { systemClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { storeProjectSettings } from "@/lib/nouns/project-settings/stored-settings";
import { readLedger } from "@/lib/nouns/stats/ledger";
import { type Engines, startEngines } from "@/lib/program/engines";
import { createTestRuntime, testBox } from "@/lib/program/runtime.fixture";
import { openBenches } from "@/lib/queue/open-benches.fixture";

export const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const box = testBox;

export type Delivered = { headers: IncomingHttpHeaders; body: Buffer; url: string; at: number };

/** A real receiver whose answers the test chooses, per request. */
export class Receiver {
  readonly got: Delivered[] = [];
  answer: (request: Delivered) => { status: number; headers?: Record<string, string>; body?: string } | "hang" =
    () => ({
      status: 200,
    });
  /** Called for a request that was answered with "hang", which a test may finish later. */
  answerLater: (finish: () => void) => void = () => {};
  url = "";
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const delivered = {
        headers: request.headers,
        body: Buffer.concat(chunks),
        url: request.url ?? "",
        at: Date.now(),
      };
      this.got.push(delivered);
      const answer = this.answer(delivered);
      if (answer === "hang") this.answerLater(() => response.writeHead(200).end("ok"));
      else response.writeHead(answer.status, answer.headers).end(answer.body ?? "ok");
    });
  });

  async open(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A database with engines on it, and the rows that a test needs, written directly. */
export class EngineBench {
  readonly #engines: Engines[] = [];
  /** Projects whose ledger has not been checked since their creation. */
  #unseen: string[] = [];
  readonly #tampered = new Set<string>();
  constructor(readonly database: TestDatabase) {}

  static async open(): Promise<EngineBench> {
    const bench = new EngineBench(await createTestDatabase());
    openBenches.add(bench);
    return bench;
  }

  /** Checks the ledger of the projects created since the last check: after each test. */
  async expectBalanced(): Promise<void> {
    const seen = this.#unseen;
    this.#unseen = [];
    for (const projectId of seen) await this.#expectBalance(projectId);
  }

  /** Exempts a project from the check: a test that writes or deletes rows of deliveries by hand breaks the sums. */
  tamperWith(projectId: string): void {
    this.#tampered.add(projectId);
  }

  async #expectBalance(projectId: string): Promise<void> {
    if (this.#tampered.has(projectId)) return;
    const { deliveries, endpoints, events } = await readLedger(this.context(projectId), { endpointId: [] });
    const wrong = endpoints.filter(({ balanced }) => !balanced);
    expect([deliveries.balanced, wrong, events.routed >= 0], "the ledger is balanced").toEqual([true, [], true]);
  }

  async start(role: "all" | "web" | "worker" = "all", settings: Record<string, string> = {}): Promise<Engines> {
    const engines = await startEngines(createTestRuntime(this.database, role, settings));
    this.#engines.push(engines);
    return engines;
  }

  /** Keeps the rows of deleted projects meanwhile: engines remove them one copy at a time, and that is this one. */
  async withoutRemovals(work: () => Promise<void>): Promise<void> {
    await this.database.db.connection().execute(async (connection) => {
      const lock = sql`hashtextextended('remove deleted projects', 17)`;
      await sql`select pg_advisory_lock(${lock})`.execute(connection);
      try {
        await work();
      } finally {
        await sql`select pg_advisory_unlock(${lock})`.execute(connection);
      }
    });
  }

  /** Stops every copy, for a test in which no other may take part. */
  async stop(): Promise<void> {
    await Promise.all(this.#engines.map((engines) => engines.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    openBenches.delete(this);
    const projects = await this.database.db.selectFrom("projects").select("id").execute();
    for (const { id } of projects) await this.#expectBalance(id);
    await this.database.close();
  }

  async project(type: "incoming" | "outgoing", settings: Partial<ProjectSettings> = {}): Promise<string> {
    const id = newId();
    this.#unseen.push(id);
    const stored = storeProjectSettings(ProjectSettings.parse(settings), box);
    await this.database.db
      .insertInto("projects")
      .values({ id, name: `p ${id}`, type, settings: stored })
      .execute();
    return id;
  }

  async endpoint(projectId: string, url: string, more: Partial<Insertable<Endpoints>> = {}) {
    const id = newId();
    const { db } = this.database;
    await db
      .insertInto("endpoints")
      .values({ project_id: projectId, id, name: "receiver", url, ...more })
      .execute();
    await db
      .insertInto("endpoint_secrets")
      .values({ project_id: projectId, endpoint_id: id, id: newId(), value: box.seal(SECRET) })
      .execute();
    return id;
  }

  async subscribe(
    projectId: string,
    endpointId: string,
    filterConfig: object = { event_types: ["*"] },
  ): Promise<string> {
    const id = newId();
    const values = {
      project_id: projectId,
      id,
      name: "all",
      endpoint_id: endpointId,
      filter_config: JSON.stringify(filterConfig),
      retry_config: JSON.stringify({ type: "linear", duration: 1, retry_count: 5 }),
    };
    await this.database.db.insertInto("subscriptions").values(values).execute();
    return id;
  }

  context(projectId: string): ProjectContext {
    return {
      actor: { kind: "system" },
      db: this.database.shards.of(projectId).pages,
      clock: systemClock,
      box,
      checkDestination: () => null,
      checkOrigin: () => null,
      publicUrl: "http://localhost",
      projectId,
      role: "admin",
    };
  }

  async deliveries(projectId: string) {
    return this.context(projectId)
      .db.selectFrom("event_deliveries")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("id")
      .execute();
  }
}

export function eventFor(projectId: string, endpointId: string, more: Partial<IncomingEvent> = {}): IncomingEvent {
  return {
    projectId,
    sourceId: null,
    eventType: "invoice.paid",
    headers: { "content-type": "application/json" },
    payload: Buffer.from('{"amount":42}'),
    urlQueryParams: "",
    path: "",
    idempotencyKey: null,
    target: { endpoint_id: endpointId },
    ...more,
  };
}

/** The first time between two looks, and the longest: who waits long looks rarely, and leaves the machine to who works. */
const LOOK_AGAIN_MS = { first: 10, most: 250, growth: 1.2 };

/** Repeats until there is an answer; the test's own time limit ends a wait for one that never comes. */
export async function until<T>(
  ask: () => T | undefined | false | null | Promise<T | undefined | false | null>,
): Promise<T> {
  for (let pauseMs = LOOK_AGAIN_MS.first; ; pauseMs = Math.min(pauseMs * LOOK_AGAIN_MS.growth, LOOK_AGAIN_MS.most)) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
