import { askPool } from "@/lib/db/ask";
import type { LookOut } from "@/lib/db/look-out";
import type { PresentShards, Shard } from "@/lib/db/placement/shards";
import { INSTALLATION } from "@/lib/kernel/installation";
import type { HealthReader } from "@/lib/nouns/health/health-reader";
import type { Runtime } from "@/lib/program/runtime";
import { placesOf } from "@/lib/upkeep/export-places/places-of";
import { HAS_NOTED, HAS_OVER, IncidentKeeper } from "@/lib/upkeep/incidents/keeper";
import { Maintenance } from "@/lib/upkeep/maintenance";
import { type Looked, ProblemKeeper } from "@/lib/upkeep/problems/keeper";

type UpkeepParts = { shards: PresentShards; lookOut: LookOut; health: HealthReader; onMessages: () => void };

/** Starts what keeps the data of an installation and looks after it; of all copies one at a time does each of it. */
export function startUpkeep(
  runtime: Runtime,
  { shards, lookOut, health, onMessages }: UpkeepParts,
): { stop(): Promise<unknown> } {
  const { clock, log, box, publicUrl, env } = runtime;
  const pools = shards.all.map(({ id, upkeep, nameOf }) => ({ id, pool: upkeep.pool, ...(id !== "" && { nameOf }) }));
  const { pool } = shards.whole.upkeep;
  const maintenance = new Maintenance({
    pool,
    shards: pools,
    log,
    exportPlaces: placesOf(env),
    now: () => clock.now(),
  });
  maintenance.start();
  const keepers = shards.all.flatMap((shard, place) => {
    const { id: shardId, upkeep: db } = shard;
    const incidents = new IncidentKeeper({ db, shardId, clock, log });
    lookOut.watchFor(shard, HAS_NOTED, () => incidents.fold());
    lookOut.watchFor(shard, HAS_OVER, () => incidents.end());
    const ofShard = [
      incidents,
      new ProblemKeeper({ db, looked: lookAt(shards, shard), clock, log, box, publicUrl, health, onMessages }),
    ];
    for (const keeper of ofShard) keeper.start(place, shards.all.length);
    return ofShard;
  });
  return { stop: () => Promise.all([maintenance, ...keepers].map((keeper) => keeper.stop())) };
}

/** What is looked through for problems in a shard. */
export function lookAt(shards: PresentShards, { id, upkeep }: Shard): Looked {
  const { whole } = shards;
  return {
    shardId: id,
    whole: upkeep === whole.upkeep ? null : askPool(whole.upkeep.pool),
    isOfInstallation: shards.of(INSTALLATION).id === id,
  };
}
