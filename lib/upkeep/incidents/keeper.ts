import type { Transaction } from "kysely";
import { type Ask, askTransaction } from "@/lib/db/ask";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import type { Condition } from "@/lib/db/look-out";
import type { Clock } from "@/lib/kernel/clock";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import { apart } from "@/lib/upkeep/apart";
import { announceIncidents, tellPeople } from "@/lib/upkeep/incidents/announce";
import { endOver } from "@/lib/upkeep/incidents/end-over";
import { foldNoted } from "@/lib/upkeep/incidents/fold-noted";
import { ANSWERED, QUIET } from "@/lib/upkeep/incidents/statements";

const GATHER_MS = 1_000;
const AGAIN_MS = 5_000;

/** `shardId` is "" where the database is whole. */
type Parts = { db: Database; shardId: string; clock: Clock; log: Logger };

/**
 * Makes incidents of the failed attempts that settling has noted, and ends them. One copy at a time does a round, in
 * one transaction: a crash repeats it as a whole.
 */
export class IncidentKeeper {
  readonly #folding: Rounds;
  readonly #ending: Rounds;

  constructor(private readonly parts: Parts) {
    this.#folding = this.#rounds("counting failed attempts", () => foldIncidents(parts));
    this.#ending = this.#rounds("ending incidents", () => endIncidents(parts));
  }

  /** `place` is that of its shard among so many. */
  start(place = 0, shards = 1): void {
    const afterMs = apart(place, shards, AGAIN_MS);
    this.#folding.start(afterMs);
    this.#ending.start(afterMs);
  }

  /** Must be called while failed attempts are noted; those of a moment are counted together. */
  fold(): void {
    this.#folding.poke(GATHER_MS);
  }

  /** Must be called while incidents are over. */
  end(): void {
    this.#ending.poke();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#folding.stop(), this.#ending.stop()]);
  }

  #rounds(name: string, work: () => Promise<boolean>): Rounds {
    return new Rounds({
      run: async () => ((await work()) ? 0 : Number.POSITIVE_INFINITY),
      onError: (error) => this.parts.log.error({ err: error }, `${name} failed; trying again`),
      afterErrorMs: AGAIN_MS,
    });
  }
}

/** Failed attempts are to be counted. */
export const HAS_NOTED: Condition = (nameOf) => `exists (select from ${nameOf("incident_deltas")} order by id limit 1)`;

const HAS_DELTAS = `select ${HAS_NOTED((table) => table)} as has`;

/** Incidents are over. */
export const HAS_OVER: Condition = (nameOf) =>
  `(${[ANSWERED, QUIET].map((over) => `exists (select from ${nameOf("incidents")} where ${over})`).join(" or ")})`;

/** Adds a batch of noted attempts to their incidents. Returns whether there may be more. */
export async function foldIncidents({ db, shardId, clock }: Omit<Parts, "log">): Promise<boolean> {
  const { rows } = await db.pool.query<{ has: boolean }>({ name: "has_incident_deltas", text: HAS_DELTAS });
  if (!rows[0]?.has) return false;
  return db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    if (!(await leads(ask, shardId))) return false;
    const { announced, named, isMore } = await foldNoted(ask, clock.now());
    await announceIncidents(trx, "incident.opened", announced, clock.now());
    await tellPeople(trx, announced, named);
    return isMore;
  });
}

/** Ends a batch of incidents that are over. Returns whether there may be more. */
export async function endIncidents({ db, clock }: Pick<Parts, "db" | "clock">): Promise<boolean> {
  return db.transaction().execute(async (trx: Transaction<DB>) => {
    const { announced, isMore } = await endOver(askTransaction(trx));
    await announceIncidents(trx, "incident.recovered", announced, clock.now());
    return isMore;
  });
}

async function leads(ask: Ask, shardId: string): Promise<boolean> {
  const [row] = await ask<{ leads: boolean }>({
    name: "lead_incidents",
    text: "select pg_try_advisory_xact_lock(hashtextextended('incidents' || $1, 17)) as leads",
    values: [shardId],
  });
  return row?.leads === true;
}
