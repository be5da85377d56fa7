import { type Database, dropIdle } from "@/lib/db/client";
import { Disks } from "@/lib/db/disks";
import { openEngineShards } from "@/lib/db/engine-pools";
import { type Listener, listen } from "@/lib/db/listener";
import { ServerTurns } from "@/lib/db/placement/server-turns";
import { type DatabaseOf, type PresentShards, poolsOf } from "@/lib/db/placement/shards";
import { createSender } from "@/lib/egress/send";
import { createFunctionRunner, type FunctionRunner } from "@/lib/functions/function-runner";
import { EventLimits } from "@/lib/intake/event-limits";
import { GroupCommit } from "@/lib/intake/group-commit";
import { ProviderHosts } from "@/lib/intake/provider-hosts";
import { ProviderKeys } from "@/lib/intake/provider-keys";
import type { Recorder } from "@/lib/intake/recorder";
import { REFUSAL_CHANNEL, RefusalLog } from "@/lib/intake/refusal-log";
import { RouteAhead } from "@/lib/intake/route-ahead";
import { ShardedCommit } from "@/lib/intake/sharded-commit";
import { SlowCommits } from "@/lib/intake/slow-commits";
import { toListenerName } from "@/lib/keys/running-keys";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { InventoryReader } from "@/lib/nouns/health/inventory";
import { toHealthServer } from "@/lib/nouns/health/read-server-facts";
import { SignalHub } from "@/lib/nouns/signals/signal-hub";
import { Generations, toGeneration } from "@/lib/program/generations";
import { leaveToOthers } from "@/lib/program/leave-to-others";
import { exposeProcess } from "@/lib/program/process-figures";
import type { Runtime } from "@/lib/program/runtime";
import { startWorkers } from "@/lib/program/start-workers";
import { startStandIn } from "@/lib/program/telling";
import type { Lane } from "@/lib/queue/due-lanes";
import { readWake, WORK_CHANNEL } from "@/lib/queue/wake";
import { Waker } from "@/lib/queue/waker";
import { CopyNote } from "@/lib/sending/copy-note";
import { DevicePulls } from "@/lib/sending/device-pulls";
import { BREAKER_CHANNEL, readBreakerMoves } from "@/lib/snapshots/breaker-moves";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

export type Engines = {
  /** The database that has a project. */
  dbOf: DatabaseOf;
  /** The databases that have projects, each some of them. */
  dbs(): readonly Database[];
  recorder: Recorder;
  snapshots: SnapshotCache;
  /** The projects' limits on accepted events. */
  eventLimits: EventLimits;
  /** The refused requests of sources. */
  refusals: RefusalLog;
  /** The keys that providers of webhooks publish. */
  providerKeys: ProviderKeys;
  /** Runs users' functions; its threads start at the first call. */
  functions: FunctionRunner;
  /** Deliveries that devices pull. */
  devices: DevicePulls;
  /** Tells the streams of projects what changed. */
  signals: SignalHub;
  /** Watches whether a disk of the database is full. */
  disks: Disks;
  /** How the whole installation is. */
  health: HealthReader;
  /** What stands in it, for the metrics. */
  inventory: InventoryReader;
  /** Starts no more deliveries; events are still accepted and left for other copies. */
  stopTaking(): Promise<void>;
  /**
   * Finishes work in progress, commits accepted events, and leaves the rest for other copies. Abandons what does not
   * end within the patience, which is left to them too.
   */
  stop(patienceMs?: number): Promise<void>;
};

/** Starts what this copy's role requires: every role records events, `all` and `worker` also deliver and maintain. */
export async function startEngines(
  runtime: Runtime,
  onConfigChange: (projectId: string) => void = () => {},
): Promise<Engines> {
  const shards = await openEngineShards(runtime.databaseUrl, {
    budget: runtime.env.HOOKYARD_DB_CONNECTIONS,
    pages: runtime.db,
    onError: (error) => runtime.log.warn({ err: error }, "the places of the shards could not be read; trying again"),
  });
  const { whole } = shards;
  const { pool } = whole.work;
  const snapshots = new SnapshotCache(poolsOf(shards, "ingest"), runtime.box);
  const functions = createFunctionRunner();
  const delivers = runtime.env.HOOKYARD_ROLE !== "web";
  const waker = new Waker(pool);
  const devices = new DevicePulls({
    dbOf: (id) => shards.of(id).work,
    snapshots,
    clock: runtime.clock,
    log: runtime.log,
  });
  const disks = new Disks(() =>
    shards.servers().map(({ databases, ...server }) => ({ ...server, pool: databases.upkeep.pool })),
  );
  const signals = new SignalHub({
    poolOf: (id) => shards.of(id).pages.pool,
    log: runtime.log,
    isWell: async () => !(await disks.isFull()),
  });
  const slowCommits = new SlowCommits(runtime.log);
  const routeAhead = delivers ? new RouteAhead(functions) : null;
  const eventLimits = new EventLimits((id) => shards.of(id).ingest.pool);
  const refusals = new RefusalLog((id) => shards.of(id).upkeep, runtime.log);
  const providerSender = createSender({ guard: runtime.guard });
  const providerKeys = new ProviderKeys(new ProviderHosts(providerSender));
  const health = new HealthReader({
    pool: runtime.db.pool,
    servers: () => shards.servers().map(toHealthServer),
    log: runtime.log,
    disks,
  });
  const markDue = (lanes: Iterable<Lane>, delayMs?: number) => generations.workers?.delivery.markDue(lanes, delayMs);
  const turns = new ServerTurns();
  const openCommits = (on: PresentShards) =>
    new ShardedCommit(on, (shard, { share }) => {
      const onFailed = (error: unknown) => disks.note(error, shard.address);
      const options = { share, onInbox: () => waker.tell("inbox"), onFailed, takeTurn: turns.of(shard) };
      return Object.assign(new GroupCommit(shard.ingest.pool, snapshots, options), { slowCommits, routeAhead });
    });
  const common = { live: shards, turns, snapshots, functions, eventLimits, disks, health, waker, markDue };
  const generations = new Generations({
    shards,
    log: runtime.log,
    async open(on) {
      const recorder = openCommits(on);
      if (delivers) return toGeneration(recorder, await startWorkers(runtime, { ...common, shards: on, recorder }));
      const standIn = startStandIn(runtime, { shards: on, health });
      return toGeneration(recorder, leaveToOthers(runtime, { shards: on, waker, standIn }));
    },
  });
  await generations.start();
  const note = new CopyNote({
    pool,
    log: runtime.log,
    role: runtime.env.HOOKYARD_ROLE,
    workerId: () => generations.workers?.id ?? null,
    claims: () => generations.workers?.shared.claimCosts.sum(performance.now()) ?? null,
    onError: (error) => disks.noteWhole(error),
  });
  note.start();
  exposeProcess({ shards, snapshots, signals, devices, generation: () => generations.present });

  const handlers: Record<string, (payload: string) => void> = {
    hookyard_config: (projectId) => {
      snapshots.forget(projectId);
      generations.workers?.pokeConsumers();
      onConfigChange(projectId);
      signals.note(projectId, "configuration");
      runtime.log.debug({ project: projectId }, "the configuration of a project changed");
    },
    [BREAKER_CHANNEL]: (payload) => {
      for (const move of readBreakerMoves(payload)) {
        snapshots.noteBreaker(move);
        signals.note(move.projectId, "configuration");
      }
    },
    [REFUSAL_CHANNEL]: (payload) => {
      for (const projectId of payload.split(",")) signals.note(projectId, "refusals");
    },
    [WORK_CHANNEL]: (payload) => {
      const wake = readWake(payload);
      generations.workers?.hear(wake);
      if (wake.kind !== "left" || wake.work.includes("pulls")) devices.wake();
    },
  };
  const listeners: Listener[] = [];
  const name = toListenerName(runtime.box.keyIds);
  shards.eachServer(({ url, databases }) => {
    const pools = Object.values(databases).map(({ pool }) => pool);
    listeners.push(
      listen({ url, name }, handlers, {
        onConnected() {
          snapshots.forgetAll();
          generations.workers?.delivery.lookThrough();
          generations.workers?.poke();
          generations.workers?.pokeConsumers();
          signals.noteAll("configuration", "refusals");
        },
        onSilent() {
          runtime.log.warn("the database does not answer; making its connections anew");
          for (const pool of pools) void dropIdle(pool);
        },
      }),
    );
  });

  return {
    dbOf: (projectId) => shards.of(projectId).pages,
    dbs: () => shards.all.map(({ pages }) => pages),
    recorder: generations,
    snapshots,
    eventLimits,
    refusals,
    providerKeys,
    functions,
    devices,
    signals,
    disks,
    health,
    inventory: new InventoryReader(runtime.db.pool),
    async stopTaking() {
      await generations.workers?.delivery.stopTaking();
    },
    async stop(patienceMs = Number.POSITIVE_INFINITY) {
      const until = performance.now() + patienceMs;
      devices.close();
      signals.close();
      await note.stop();
      await generations.close(patienceMs);
      await refusals.close();
      await providerSender.breakOff();
      await Promise.all(listeners.map((listener) => listener.close()));
      await generations.stop(Math.max(0, until - performance.now()));
      await functions.close();
      await shards.close();
    },
  };
}
