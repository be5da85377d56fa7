import { pino } from "pino";
import { createApp } from "@/lib/api/app";
import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import { onePool } from "@/lib/db/placement/shards";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createSender } from "@/lib/egress/send";
import { createFunctionRunner } from "@/lib/functions/function-runner";
import { EventLimits } from "@/lib/intake/event-limits";
import { GroupCommit } from "@/lib/intake/group-commit";
import { ProviderHosts } from "@/lib/intake/provider-hosts";
import { ProviderKeys } from "@/lib/intake/provider-keys";
import { RefusalLog } from "@/lib/intake/refusal-log";
import { systemClock } from "@/lib/kernel/clock";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { SignalHub } from "@/lib/nouns/signals/signal-hub";
import { DevicePulls } from "@/lib/sending/device-pulls";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** A statement as it was sent to PostgreSQL. */
export type Statement = { text: string; values: unknown[] };

/** The API in this process, on the database of a copy: it reports the statements of an answer. */
export type Probe = {
  db: Database;
  /** The statements of one request, which must succeed. */
  listStatements(path: string, apiKey: string): Promise<Statement[]>;
  close(): Promise<void>;
};

/** `options` are settings of its connections, as in `-c enable_seqscan=off`. */
export function openProbe(url: string, box: SecretBox, options = ""): Probe {
  const db = createDatabase(url, { max: 4, name: "hookyard bench", options: `${options} -c timezone=UTC`.trim() });
  const sent: Statement[] = [];
  db.pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((...input: unknown[]) => {
      const [first, values] = input;
      if (typeof first === "string") sent.push({ text: first, values: Array.isArray(values) ? values : [] });
      else if (isStatement(first)) sent.push({ text: first.text, values: first.values ?? [] });
      return query(...input);
    }) as typeof client.query;
  });
  const snapshots = new SnapshotCache(onePool(db.pool), box);
  const recorder = new GroupCommit(db.pool, snapshots);
  const functions = createFunctionRunner();
  const log = pino({ level: "silent" });
  const guard = createAddressGuard("");
  const sender = createSender({ guard });
  const services = {
    db,
    dbOf: () => db,
    dbs: () => [db],
    clock: systemClock,
    box,
    checkDestination: () => null,
    checkOrigin: () => null,
    publicUrl: "http://bench",
    recorder,
    eventLimits: new EventLimits(() => db.pool),
    refusals: new RefusalLog(() => db, log),
    providerKeys: new ProviderKeys(new ProviderHosts(sender)),
    health: new HealthReader({ pool: db.pool, log }),
    snapshots,
    functions,
    devices: new DevicePulls({ dbOf: () => db, snapshots, clock: systemClock, log }),
    signals: new SignalHub({ poolOf: () => db.pool, log, isWell: async () => true }),
    guard,
    log,
  };
  const app = createApp(services, { readSession: async () => null });
  return {
    db,
    async listStatements(path, apiKey) {
      sent.length = 0;
      const answer = await app.request(path, { headers: { authorization: `Bearer ${apiKey}` } });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return [...sent];
    },
    async close() {
      await recorder.close();
      await functions.close();
      await sender.close();
      await closeDatabase(db);
    },
  };
}

function isStatement(value: unknown): value is { text: string; values?: unknown[] } {
  return typeof value === "object" && value !== null && "text" in value;
}
