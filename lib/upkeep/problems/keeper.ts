import type { Transaction } from "kysely";
import { type Ask, askTransaction } from "@/lib/db/ask";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import type { Clock } from "@/lib/kernel/clock";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { GONE_REASON } from "@/lib/nouns/endpoints/transitions";
import type { InstallationHealth } from "@/lib/nouns/health/schemas";
import { apart } from "@/lib/upkeep/apart";
import { compare } from "@/lib/upkeep/problems/compare";
import { findCertificates } from "@/lib/upkeep/problems/find-certificates";
import { findDisabled, findFailing, findHeld, findWaiting } from "@/lib/upkeep/problems/find-endpoints";
import { findStuckExports, findUnhealthy } from "@/lib/upkeep/problems/find-installation";
import { findReceiverCertificates } from "@/lib/upkeep/problems/find-receiver-certificates";
import { findSources } from "@/lib/upkeep/problems/find-sources";
import { findUnbalanced } from "@/lib/upkeep/problems/find-unbalanced";
import type { Found } from "@/lib/upkeep/problems/found";
import { logProblems } from "@/lib/upkeep/problems/log-problems";
import { type Rules, readRules } from "@/lib/upkeep/problems/read-rules";
import { readOpen, writeComparison } from "@/lib/upkeep/problems/store";
import { tellRoutes } from "@/lib/upkeep/problems/tell-routes";

const ROUND_MS = 10_000;
/** A look that takes long is repeated less often, so that it takes a sixth of the time at most, but every half minute. */
const REST = 5;
const MAX_ROUND_MS = 30_000;

/** Which part of the database is looked through. */
export type Looked = {
  readonly shardId: string;
  /** How the whole database is asked; null where the shard is it. */
  readonly whole: Ask | null;
  /** Whether the shard has the rules and problems of the installation. */
  readonly isOfInstallation: boolean;
};

export const WHOLE_DATABASE: Looked = { shardId: "", whole: null, isOfInstallation: true };

export type ProblemParts = {
  /** The database of a shard. */
  db: Database;
  looked: Looked;
  clock: Clock;
  log: Logger;
  box: SecretBox;
  publicUrl: string;
  health: { read(): Promise<InstallationHealth> };
  /** Called when messages were written. */
  onMessages(): void;
};

/**
 * Looks through what the alert rules are about, keeps what it finds as problems from their beginning to their end, and
 * writes the messages of the routes. Of each shard one copy at a time does a round, in one transaction: a crash repeats it
 * as a whole.
 */
export class ProblemKeeper {
  readonly #rounds: Rounds;

  constructor(private readonly parts: ProblemParts) {
    this.#rounds = new Rounds({
      run: () => this.#run(),
      onError: (error) => parts.log.error({ err: error }, "looking for problems failed; trying again"),
      afterErrorMs: ROUND_MS,
    });
  }

  /** `place` is that of its shard among so many. */
  start(place = 0, shards = 1): void {
    this.#rounds.start(apart(place, shards, ROUND_MS));
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  async #run(): Promise<number> {
    const startedAt = performance.now();
    await keepProblems(this.parts);
    return Math.min(MAX_ROUND_MS, Math.max(ROUND_MS, REST * (performance.now() - startedAt)));
  }
}

/** One round. Does nothing while another copy does one. */
export async function keepProblems(parts: ProblemParts): Promise<void> {
  const round = await parts.db.transaction().execute(async (trx) => {
    const ask = askTransaction(trx);
    return (await leads(ask, parts.looked.shardId)) ? runRound(trx, ask, parts) : null;
  });
  if (!round) return;
  logProblems(parts.log, round.comparison, round.at);
  if (round.messages > 0) parts.onMessages();
}

async function runRound(trx: Transaction<DB>, ask: Ask, parts: ProblemParts) {
  const now = parts.clock.now();
  const rules = await readRules(ask);
  const at = { thresholds: rules, now };
  const found = await look(ask, parts, rules);
  const comparison = compare(await readOpen(ask), found, at);
  await writeComparison(ask, comparison, at);
  const messages = await tellRoutes(trx, ask, { rules, now, publicUrl: parts.publicUrl });
  return { comparison, at, messages };
}

async function look(ask: Ask, parts: ProblemParts, rules: Rules): Promise<Found[]> {
  const whole = parts.looked.whole ?? ask;
  const at = { box: parts.box, now: parts.clock.now(), thresholds: rules };
  return [
    ...(await findSources(ask, rules)),
    ...(await findHeld(ask)),
    ...(await findDisabled(ask, GONE_REASON)),
    ...(await findWaiting(ask, rules)),
    ...(await findFailing(ask, rules)),
    ...(await findCertificates(ask, at)),
    ...(await findReceiverCertificates(ask, { ...at, whole })),
    ...(parts.looked.isOfInstallation ? await lookAtInstallation(whole, parts, rules) : []),
  ];
}

async function lookAtInstallation(ask: Ask, { health }: ProblemParts, rules: Rules): Promise<Found[]> {
  return [
    ...(await findStuckExports(ask)),
    ...(await findUnbalanced(ask, rules)),
    ...findUnhealthy(await health.read()),
  ];
}

async function leads(ask: Ask, shardId: string): Promise<boolean> {
  const [row] = await ask<{ leads: boolean }>({
    name: "lead_problems",
    text: "select pg_try_advisory_xact_lock(hashtextextended('problems' || $1, 17)) as leads",
    values: [shardId],
  });
  return row?.leads === true;
}
