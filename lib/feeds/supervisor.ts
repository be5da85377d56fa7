import type pg from "pg";
import type { Context } from "@/lib/db/context";
import type { ConsumerKinds, ConsumerServices } from "@/lib/feeds/consumer";
import { decideTakes } from "@/lib/feeds/decide-takes";
import {
  claimSources,
  countWorkers,
  findWanted,
  LEASE_SECONDS,
  readConsumed,
  releaseSource,
  renewSources,
  type Wanted,
} from "@/lib/feeds/leases";
import { toRemoval } from "@/lib/feeds/remains";
import { SupervisedConsumer } from "@/lib/feeds/supervised";
import { Rounds } from "@/lib/kernel/rounds";
import type { SourceType } from "@/lib/kernel/vocabulary";

const ROUND_MS = 2_000;
/** Where there is nothing to consume. */
const REST_MS = 10_000;
/** A changed state is shown soon, several changes at once together. */
const TELL_MS = 100;

export type SupervisorParts = {
  kinds: ConsumerKinds;
  /** The pool of the sources' shard. */
  pool: pg.Pool;
  /** The pool of the whole database, which knows the other copies. */
  whole: pg.Pool;
  ctx: Context;
  services: ConsumerServices;
  workerId: string;
};

type Running = { source: Wanted; consumer: SupervisedConsumer; stopping: boolean };

/**
 * Consumes the sources of all projects of a shard, each in one copy at a time. Every two seconds (more seldom where there is
 * none), and at once when a configuration changes, it renews the leases of its sources and writes their health, stops those
 * that are no longer wanted or have other settings, and takes its share of the free ones. A copy that cannot reach the
 * database for as long as a lease lasts stops its consumers, because another may have them by then.
 */
export class ConsumerSupervisor {
  readonly #running = new Map<string, Running>();
  readonly #stops = new Set<Promise<void>>();
  readonly #rounds: Rounds;
  #renewedAt = Date.now();

  constructor(private readonly parts: SupervisorParts) {
    this.#rounds = new Rounds({
      run: () => this.#run(),
      onError: (error) => this.#noteFailure(error),
      afterErrorMs: ROUND_MS,
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Called if a configuration may have changed. */
  poke(): void {
    this.#rounds.poke();
  }

  /** Ends every consumer with nothing in hand, and releases their sources. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    for (const running of this.#running.values()) this.#end(running, { release: true });
    await Promise.all(this.#stops);
  }

  async #run(): Promise<number> {
    const isBusy = await this.#advance();
    this.#renewedAt = Date.now();
    return isBusy ? ROUND_MS : REST_MS;
  }

  #noteFailure(error: unknown): void {
    this.parts.services.log.error({ err: error }, "looking after consumed sources failed; trying again");
    if (Date.now() - this.#renewedAt <= LEASE_SECONDS * 1000) return;
    for (const running of this.#running.values()) this.#end(running, { release: false });
  }

  /** Returns whether there is anything to consume, here or in another copy. */
  async #advance(): Promise<boolean> {
    const { pool, whole, workerId, kinds } = this.parts;
    const wanted = await findWanted(pool, Object.keys(kinds) as SourceType[]);
    const leased = await renewSources(
      pool,
      workerId,
      [...this.#running.values()].map(({ source, consumer }) => ({ ...source, health: consumer.health })),
    );
    const fingerprints = new Map(wanted.map((source) => [source.id, source.fingerprint]));
    for (const running of this.#running.values()) {
      const { id, fingerprint } = running.source;
      if (!leased.has(id)) this.#end(running, { release: false });
      else if (fingerprints.get(id) !== fingerprint) this.#end(running, { release: true });
    }
    const workers = wanted.some((source) => source.freeSeconds !== null) ? await countWorkers(whole) : 1;
    const taking = decideTakes(wanted, new Set(this.#running.keys()), workers);
    const taken = await claimSources(pool, workerId, taking);
    await Promise.all(taking.filter((source) => taken.has(source.id)).map((source) => this.#begin(source)));
    return wanted.length > 0 || this.#running.size > 0;
  }

  async #begin(source: Wanted): Promise<void> {
    const { pool, ctx, services, kinds } = this.parts;
    const row = await readConsumed(pool, source);
    const kind = row && kinds[row.type];
    if (!row || !kind) return;
    const work = row.is_removed ? toRemoval(kind) : kind;
    const { projectId, id } = source;
    const consumer = new SupervisedConsumer(
      work,
      {
        source: {
          projectId,
          id,
          name: row.name,
          type: row.type,
          // The consumer decrypts them, so that unreadable settings are shown as its error.
          readSettings: (): unknown => (row.sealed === null ? null : JSON.parse(ctx.box.open(row.sealed))),
        },
        ctx: { ...ctx, projectId, role: "admin" },
        services,
      },
      () => this.#rounds.poke(TELL_MS),
    );
    this.#running.set(source.id, { source, consumer, stopping: false });
  }

  /**
   * Renews the lease until the consumer has stopped, so that no other copy begins while this one still has messages in
   * hand.
   */
  #end(running: Running, { release }: { release: boolean }): void {
    if (running.stopping) return;
    running.stopping = true;
    const { pool, workerId, services } = this.parts;
    const { source, consumer } = running;
    const stop = consumer
      .stop()
      .then(() => (release ? releaseSource(pool, workerId, source) : undefined))
      .catch((error) => services.log.error({ err: error, source: source.id }, "a source could not be released"))
      .finally(() => {
        this.#running.delete(source.id);
        this.#stops.delete(stop);
        this.poke();
      });
    this.#stops.add(stop);
  }
}
