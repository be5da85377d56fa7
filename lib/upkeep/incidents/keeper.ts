import type { Transaction } from "kysely";
import { type Ask, askTransaction } from "@/lib/db/ask";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import type { Clock } from "@/lib/kernel/clock";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import { announceIncidents, tellPeople } from "@/lib/upkeep/incidents/announce";
import { type Delta, foldDeltas, type State } from "@/lib/upkeep/incidents/fold";
import {
  ADD_COUNTS,
  ADD_DELIVERIES,
  END_INCIDENTS,
  type Ended,
  FIND_INCIDENTS,
  NAME_ENDPOINTS,
  type Named,
  type Of,
  TAKE_DELTAS,
  WRITE_INCIDENTS,
} from "@/lib/upkeep/incidents/statements";

const FOLD_MS = 2_000;
const END_MS = 5_000;
const AT_ONCE = 2_000;

type Parts = { db: Database; clock: Clock; log: Logger };

/**
 * Makes incidents of the failed attempts that settling has noted, and ends them. One copy at a time does a round, in
 * one transaction: a crash repeats it as a whole.
 */
export class IncidentKeeper {
  readonly #folding: Rounds;
  readonly #ending: Rounds;

  constructor(private readonly parts: Parts) {
    this.#folding = this.#rounds(FOLD_MS, "counting failed attempts", () => foldIncidents(parts));
    this.#ending = this.#rounds(END_MS, "ending incidents", () => endIncidents(parts));
  }

  start(): void {
    this.#folding.start();
    this.#ending.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#folding.stop(), this.#ending.stop()]);
  }

  #rounds(everyMs: number, name: string, work: () => Promise<boolean>): Rounds {
    return new Rounds({
      run: async () => ((await work()) ? 0 : everyMs),
      onError: (error) => this.parts.log.error({ err: error }, `${name} failed; trying again`),
      afterErrorMs: everyMs,
    });
  }
}

const HAS_DELTAS = "select exists (select from incident_deltas order by id limit 1) as has";

/** Adds a batch of noted attempts to their incidents. Returns whether there may be more. */
export async function foldIncidents({ db, clock }: Pick<Parts, "db" | "clock">): Promise<boolean> {
  const { rows } = await db.pool.query<{ has: boolean }>({ name: "has_incident_deltas", text: HAS_DELTAS });
  if (!rows[0]?.has) return false;
  return db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    if (!(await leads(ask))) return false;
    const deltas = await ask<Delta>(TAKE_DELTAS(AT_ONCE));
    const endpoints = endpointsOf(deltas);
    const named = await ask<Named>(NAME_ENDPOINTS(endpoints));
    const known = await ask<State>(FIND_INCIDENTS(endpoints));
    const exists = new Set(named.map(({ endpointId }) => endpointId));
    const present = deltas.filter(({ endpoint_id }) => exists.has(endpoint_id));
    const { incidents, announced, deliveries, counts } = foldDeltas(present, known, clock.now());
    if (incidents.length > 0) await ask(WRITE_INCIDENTS(incidents));
    if (deliveries.length > 0) await ask(ADD_DELIVERIES(deliveries));
    if (counts.length > 0) await ask(ADD_COUNTS(counts));
    await announceIncidents(trx, "incident.opened", announced, clock.now());
    await tellPeople(trx, announced, named);
    return deltas.length === AT_ONCE;
  });
}

/** Ends a batch of incidents that are over. Returns whether there may be more. */
export async function endIncidents({ db, clock }: Pick<Parts, "db" | "clock">): Promise<boolean> {
  return db.transaction().execute(async (trx: Transaction<DB>) => {
    const ended = await askTransaction(trx)<Ended>(END_INCIDENTS(AT_ONCE));
    const announced = ended.filter(({ announced_at }) => announced_at !== null);
    await announceIncidents(trx, "incident.recovered", announced, clock.now());
    return ended.length >= AT_ONCE;
  });
}

async function leads(ask: Ask): Promise<boolean> {
  const [row] = await ask<{ leads: boolean }>({
    name: "lead_incidents",
    text: "select pg_try_advisory_xact_lock(hashtextextended('incidents', 17)) as leads",
    values: [],
  });
  return row?.leads === true;
}

function endpointsOf(deltas: readonly Delta[]): Of[] {
  const found = new Map(deltas.map(({ endpoint_id, project_id }) => [endpoint_id, project_id]));
  return [...found].map(([endpointId, projectId]) => ({ endpointId, projectId }));
}
