import type { Disks } from "@/lib/db/disks";
import { LookOut } from "@/lib/db/look-out";
import type { ServerTurns } from "@/lib/db/placement/server-turns";
import type { PresentShards, Shard, Shards } from "@/lib/db/placement/shards";
import { createSender } from "@/lib/egress/send";
import { CONSUMER_KINDS } from "@/lib/feeds/kinds";
import { ConsumerSupervisor } from "@/lib/feeds/supervisor";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import type { EventLimits } from "@/lib/intake/event-limits";
import { HAS_PENDING } from "@/lib/intake/inbox";
import { Router } from "@/lib/intake/router";
import type { ShardedCommit } from "@/lib/intake/sharded-commit";
import { endsWithin } from "@/lib/kernel/patience";
import type { HealthReader } from "@/lib/nouns/health/health-reader";
import { HAS_ACTIVE_REPLAYS, ReplayRunner } from "@/lib/nouns/replays/run-replays";
import type { Taking } from "@/lib/program/leave-to-others";
import { type Runtime, systemContext } from "@/lib/program/runtime";
import { startUpkeep } from "@/lib/program/start-upkeep";
import { createTelling } from "@/lib/program/telling";
import { HAS_DUE_LANES } from "@/lib/queue/due-lanes";
import type { Wake } from "@/lib/queue/wake";
import type { Waker } from "@/lib/queue/waker";
import { AccessTokens } from "@/lib/sending/access-tokens";
import { CertificateNotes } from "@/lib/sending/certificate-notes";
import { DeliveryEngine } from "@/lib/sending/engine";
import { DeliveryEngines } from "@/lib/sending/engines";
import { LookInTurn } from "@/lib/sending/look-in-turn";
import { newShared, type Shared } from "@/lib/sending/shared";
import { registerWorker } from "@/lib/sending/worker";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

type Parts = {
  /** The shards that the worker works on. */
  shards: PresentShards;
  /** The database's, whatever they are by then. */
  live: Shards;
  /** In which its shards write. */
  turns: ServerTurns;
  snapshots: SnapshotCache;
  recorder: ShardedCommit;
  functions: FunctionRunner;
  eventLimits: EventLimits;
  disks: Disks;
  health: HealthReader;
  waker: Waker;
  /** Marks lanes as due in the shards that they are in now. */
  markDue: DeliveryEngines["markDue"];
};

/** What delivers, routes, replays, consumes and maintains in a copy. Its consumers must be stopped before the rest. */
export type Workers = Taking & {
  /** The id that marks its leases. */
  readonly id: string;
  readonly delivery: DeliveryEngines;
  readonly shared: Shared;
  /** Lets all of it look for work. */
  poke(): void;
  /** Looks for the work that a notification tells of. */
  hear(wake: Wake): void;
  /** Called if the configuration of sources may have changed. */
  pokeConsumers(): void;
  stopConsumers(): Promise<unknown>;
};

export async function startWorkers(runtime: Runtime, parts: Parts): Promise<Workers> {
  const { shards, live, turns, snapshots, recorder, functions, disks, health } = parts;
  const { guard, log, clock, env } = runtime;
  const { pool } = shards.whole.work;
  const certificates = new CertificateNotes({ pool, log });
  const sender = createSender({
    guard,
    own: runtime.ownReceivers,
    noteCertificate: (host, validTo) => certificates.note(host, validTo),
  });
  const lookOut = new LookOut({ servers: () => live.servers(), log });
  const telling = createTelling(runtime, { shards, lookOut, sender, disks });
  const worker = await registerWorker({
    url: runtime.databaseUrl,
    pool,
    shards: () => live.all.map(({ work }) => work.pool),
    log,
    onBeat: telling.noteBeat,
  });
  const shared = newShared();
  const common = {
    snapshots,
    sender,
    tokens: new AccessTokens(sender),
    clock,
    log,
    workerId: worker.id,
    bounds: { total: env.HOOKYARD_IN_FLIGHT, perLane: env.HOOKYARD_ENDPOINT_IN_FLIGHT },
    shared,
    isPressed: () => recorder.isPressed,
    wakePulls: () => parts.waker.tell("pulls"),
    elsewhere: { dbOf: (id: string) => live.of(id).work, markDue: parts.markDue },
  };

  const all = shards.all.map((shard) => openShard(shard));
  function openShard(shard: Shard) {
    const { id, work: db } = shard;
    const onFailed = (error: unknown) => disks.note(error, shard.address);
    const delivery = new DeliveryEngine({ ...common, db, pool: db.pool, takeTurn: turns.of(shard), onFailed });
    const routing = { pool: db.pool, snapshots, dispatch: delivery, runner: functions, workerId: worker.id, log };
    const router = new Router(routing);
    const replays = new ReplayRunner(db, log);
    lookOut.watchFor(shard, HAS_DUE_LANES, () => delivery.poke());
    lookOut.watchFor(shard, HAS_PENDING, () => router.poke());
    lookOut.watchFor(shard, HAS_ACTIVE_REPLAYS, () => replays.poke());
    return {
      id,
      delivery,
      router,
      replays,
      consumers: new ConsumerSupervisor({
        kinds: CONSUMER_KINDS,
        pool: db.pool,
        whole: pool,
        ctx: { ...systemContext(runtime), db },
        services: { recorder, snapshots, eventLimits: parts.eventLimits, guard, log },
        workerId: worker.id,
      }),
    };
  }

  const delivery = new DeliveryEngines(shards, new Map(all.map((one) => [one.id, one.delivery])));
  const poke = () => {
    delivery.poke();
    for (const { router, replays } of all) {
      router.poke();
      replays.poke();
    }
    telling.poke();
  };
  const inTurn = new LookInTurn(
    (turn) => worker.isTurn(turn),
    (work) => {
      if (work.has("deliveries")) delivery.poke();
      if (work.has("inbox")) for (const { router } of all) router.poke();
    },
  );
  await telling.start().catch(async (error: unknown) => {
    await worker.close();
    throw error;
  });
  delivery.start();
  for (const { router, replays } of all) {
    router.start();
    replays.start();
  }
  const upkeep = startUpkeep(runtime, { shards, lookOut, health, onMessages: telling.poke });
  for (const { consumers } of all) consumers.start();
  lookOut.start();
  worker.start(() => {
    delivery.lookThrough();
    poke();
  });
  return {
    id: worker.id,
    delivery,
    dispatches: delivery.all,
    shared,
    poke,
    hear(wake) {
      if (wake.kind === "lanes") delivery.markDue(wake.lanes);
      if (wake.kind === "left") inTurn.hear(wake);
      else poke();
    },
    pokeConsumers() {
      for (const { consumers } of all) consumers.poke();
    },
    stopConsumers: () => Promise.all(all.map(({ consumers }) => consumers.stop())),
    async stop(patienceMs) {
      inTurn.stop();
      const stopping = [
        lookOut,
        upkeep,
        telling,
        certificates,
        ...all.flatMap(({ router, replays }) => [router, replays]),
      ];
      const others = Promise.all(stopping.map((part) => part.stop()));
      await Promise.all([endsWithin(others, patienceMs), delivery.stop(patienceMs)]);
      await sender.breakOff();
      await worker.close();
    },
  };
}
