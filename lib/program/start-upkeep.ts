import type { Database } from "@/lib/db/client";
import type { HealthReader } from "@/lib/nouns/health/health-reader";
import type { Runtime } from "@/lib/program/runtime";
import { placesOf } from "@/lib/upkeep/export-places/places-of";
import { IncidentKeeper } from "@/lib/upkeep/incidents/keeper";
import { Maintenance } from "@/lib/upkeep/maintenance";
import { ProblemKeeper } from "@/lib/upkeep/problems/keeper";

type UpkeepParts = { db: Database; health: HealthReader; onMessages: () => void };

/** Starts what keeps the data of an installation and looks after it; of all copies one at a time does each of it. */
export function startUpkeep(runtime: Runtime, { db, health, onMessages }: UpkeepParts): { stop(): Promise<unknown> } {
  const { clock, log, box, publicUrl, env } = runtime;
  const exportPlaces = placesOf(env);
  const keepers = [
    new Maintenance({ pool: db.pool, log, exportPlaces, now: () => clock.now() }),
    new IncidentKeeper({ db, clock, log }),
    new ProblemKeeper({ db, clock, log, box, publicUrl, health, onMessages }),
  ];
  for (const keeper of keepers) keeper.start();
  return { stop: () => Promise.all(keepers.map((keeper) => keeper.stop())) };
}
