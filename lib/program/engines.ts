import { dropIdle } from "@/lib/db/client";
import { DiskWatch } from "@/lib/db/disk-watch";
import { openEnginePools } from "@/lib/db/engine-pools";
import { listen } from "@/lib/db/listener";
import { createSender } from "@/lib/egress/send";
import { CONSUMER_KINDS } from "@/lib/feeds/kinds";
import { ConsumerSupervisor } from "@/lib/feeds/supervisor";
import { createFunctionRunner, type FunctionRunner } from "@/lib/functions/function-runner";
import { EventLimits } from "@/lib/intake/event-limits";
import { GroupCommit } from "@/lib/intake/group-commit";
import { ProviderHosts } from "@/lib/intake/provider-hosts";
import { ProviderKeys } from "@/lib/intake/provider-keys";
import type { Recorder } from "@/lib/intake/recorder";
import { REFUSAL_CHANNEL, RefusalLog } from "@/lib/intake/refusal-log";
import { RouteAhead } from "@/lib/intake/route-ahead";
import { Router } from "@/lib/intake/router";
import { SlowCommits } from "@/lib/intake/slow-commits";
import { endsWithin } from "@/lib/kernel/patience";
import { toListenerName } from "@/lib/keys/running-keys";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { InventoryReader } from "@/lib/nouns/health/inventory";
import { ReplayRunner } from "@/lib/nouns/replays/run-replays";
import { SignalHub } from "@/lib/nouns/signals/signal-hub";
import { leaveToOthers } from "@/lib/program/leave-to-others";
import { exposeProcess } from "@/lib/program/process-figures";
import { type Runtime, systemContext } from "@/lib/program/runtime";
import { startUpkeep } from "@/lib/program/start-upkeep";
import { createTelling, startStandIn } from "@/lib/program/telling";
import { throttle } from "@/lib/program/throttle";
import { readWokenLanes, WAKE, WORK_CHANNEL } from "@/lib/queue/wake";
import { AccessTokens } from "@/lib/sending/access-tokens";
import { CertificateNotes } from "@/lib/sending/certificate-notes";
import { CopyNote } from "@/lib/sending/copy-note";
import { DevicePulls } from "@/lib/sending/device-pulls";
import { DeliveryEngine } from "@/lib/sending/engine";
import { registerWorker } from "@/lib/sending/worker";
import { BREAKER_CHANNEL, readBreakerMoves } from "@/lib/snapshots/breaker-moves";
import { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** An event that another copy received waits for half of this on average; each notification wakes every worker. */
const WAKE_THROTTLE_MS = 10;

export type Engines = {
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
  /** Watches whether the database's disk is full. */
  disk: DiskWatch;
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
  const pools = openEnginePools(runtime.databaseUrl, runtime.env.HOOKYARD_DB_CONNECTIONS);
  const db = pools.work;
  const { pool } = db;
  const snapshots = new SnapshotCache(pools.ingest.pool, runtime.box);
  const functions = createFunctionRunner();
  const delivers = runtime.env.HOOKYARD_ROLE !== "web";
  const wakeOthers = throttle(WAKE_THROTTLE_MS, () => {
    // Their polling finds the work anyway; the notification only makes it sooner.
    pool.query(WAKE()).catch(() => {});
  });
  const devices = new DevicePulls({ db, snapshots, clock: runtime.clock, log: runtime.log });
  const disk = new DiskWatch(pools.upkeep.pool);
  const signals = new SignalHub({
    pool: runtime.db.pool,
    log: runtime.log,
    isWell: async () => !(await disk.isFull()),
  });
  const recorder = new GroupCommit(pools.ingest.pool, snapshots, wakeOthers, (error) => disk.note(error));
  recorder.slowCommits = new SlowCommits(runtime.log);
  const eventLimits = new EventLimits(pools.ingest.pool);
  const refusals = new RefusalLog(pools.upkeep, runtime.log);
  const providerSender = createSender({ guard: runtime.guard });
  const providerKeys = new ProviderKeys(new ProviderHosts(providerSender));
  if (delivers) recorder.routeAhead = new RouteAhead(functions);
  const health = new HealthReader({ pool: runtime.db.pool, log: runtime.log, disk });
  const workers = delivers ? await startWorkers() : null;
  const delivery = workers?.delivery ?? null;
  const handOver = workers
    ? null
    : leaveToOthers(runtime, { pool, wakeOthers, standIn: startStandIn(runtime, { db: pools.upkeep, health }) });
  recorder.dispatch = delivery ?? handOver;
  const note = new CopyNote({
    pool,
    log: runtime.log,
    role: runtime.env.HOOKYARD_ROLE,
    workerId: delivery?.workerId ?? null,
    claims: () => delivery?.claimCosts.sum(performance.now()) ?? null,
    onError: (error) => disk.note(error),
  });
  note.start();
  exposeProcess({
    pools: { pages: runtime.db.pool, ingest: pools.ingest.pool, work: pool, upkeep: pools.upkeep.pool },
    recorder,
    snapshots,
    signals,
    devices,
    delivery,
  });

  const listener = listen(
    { url: runtime.databaseUrl, name: toListenerName(runtime.box.keyIds) },
    {
      hookyard_config: (projectId) => {
        snapshots.forget(projectId);
        workers?.consumers.poke();
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
        workers?.delivery.markDue(readWokenLanes(payload));
        workers?.poke();
        devices.wake();
      },
    },
    {
      onConnected() {
        snapshots.forgetAll();
        workers?.delivery.lookThrough();
        workers?.poke();
        workers?.consumers.poke();
        signals.noteAll("configuration", "refusals");
      },
      onSilent() {
        runtime.log.warn("the database does not answer; making its connections anew");
        for (const { pool } of [runtime.db, pools.ingest, pools.work, pools.upkeep]) void dropIdle(pool);
      },
    },
  );

  async function startWorkers() {
    const { HOOKYARD_IN_FLIGHT: total, HOOKYARD_ENDPOINT_IN_FLIGHT: perLane } = runtime.env;
    const certificates = new CertificateNotes({ pool, log: runtime.log });
    const sender = createSender({
      guard: runtime.guard,
      own: runtime.ownReceivers,
      noteCertificate: (host, validTo) => certificates.note(host, validTo),
    });
    const telling = createTelling(runtime, { pool, sender, disk });
    const onBeat = telling.noteBeat;
    const worker = await registerWorker({ url: runtime.databaseUrl, pool, log: runtime.log, onBeat });
    const tokens = new AccessTokens(sender);
    const parts = {
      db,
      pool,
      snapshots,
      sender,
      tokens,
      clock: runtime.clock,
      log: runtime.log,
      workerId: worker.id,
      bounds: { total, perLane },
      isPressed: () => recorder.isPressed,
      wakePulls: wakeOthers,
    };
    const delivery = new DeliveryEngine(parts);
    const router = new Router({
      pool,
      snapshots,
      dispatch: delivery,
      runner: functions,
      workerId: worker.id,
      log: runtime.log,
    });
    const replays = new ReplayRunner(db, runtime.log);
    const poke = () => {
      delivery.poke();
      router.poke();
      replays.poke();
      telling.poke();
    };
    const { guard, log } = runtime;
    const consumers = new ConsumerSupervisor({
      kinds: CONSUMER_KINDS,
      pool,
      ctx: { ...systemContext(runtime), db },
      services: { recorder, snapshots, eventLimits, guard, log },
      workerId: worker.id,
    });
    await telling.start();
    delivery.start();
    router.start();
    replays.start();
    const upkeep = startUpkeep(runtime, { db: pools.upkeep, health, onMessages: telling.poke });
    consumers.start();
    worker.start(() => {
      delivery.lookThrough();
      poke();
    });
    return {
      delivery,
      consumers,
      poke,
      async stop(patienceMs: number) {
        const parts = [upkeep, router, replays, telling, certificates];
        const others = Promise.all(parts.map((part) => part.stop()));
        await Promise.all([endsWithin(others, patienceMs), delivery.stop(patienceMs)]);
        await sender.breakOff();
        await worker.close();
      },
    };
  }

  return {
    recorder,
    snapshots,
    eventLimits,
    refusals,
    providerKeys,
    functions,
    devices,
    signals,
    disk,
    health,
    inventory: new InventoryReader(runtime.db.pool),
    async stopTaking() {
      await workers?.delivery.stopTaking();
    },
    async stop(patienceMs = Number.POSITIVE_INFINITY) {
      const until = performance.now() + patienceMs;
      devices.close();
      signals.close();
      await note.stop();
      // Stops the sources of events first, so that the recorder commits what they have in hand.
      if (workers) await endsWithin(workers.consumers.stop(), patienceMs);
      await recorder.close();
      await refusals.close();
      await providerSender.breakOff();
      await listener.close();
      await workers?.stop(Math.max(0, until - performance.now()));
      await handOver?.stop(Math.max(0, until - performance.now()));
      await functions.close();
      await pools.close();
    },
  };
}
