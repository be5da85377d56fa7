import type pg from "pg";
import { gather, type PoolOf } from "@/lib/db/placement/shards";
import { HookyardError } from "@/lib/kernel/errors";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import type { Signal } from "@/lib/kernel/vocabulary";
import { MAX_STREAMS } from "@/lib/nouns/signals/limits";
import { compareWatermarks, type Difference, READ_WATERMARKS, type Watermarks } from "@/lib/nouns/signals/watermarks";

/** How long a change waits to be seen; a look takes a tenth of the time at most, however slow the database is. */
const LOOK_MS = 400;
const REST = 10;
const AFTER_ERROR_MS = 2_000;

const RETRY_AFTER_SECONDS = 30;

/** Who watches a project. */
export type Watcher = {
  /** The key or the person. */
  readonly callerId: string;
  tell(difference: Difference): void;
  /** Called when this copy stops. */
  end(): void;
};

/** The watchers of one project. The watermarks are null until they were read for the first time. */
type Watch = { readonly watchers: Set<Watcher>; watermarks: Watermarks | null; reading: Promise<void> | null };

type Parts = {
  poolOf: PoolOf;
  log: Logger;
  /** Whether this copy can do its work. */
  isWell(): Promise<boolean>;
};

/**
 * Tells the watchers of projects that something of theirs changed. While nobody watches, it does nothing. While somebody
 * does, one small statement a shard reads the watermarks of all watched projects of this process; configuration and
 * refusals come by the notifications that the database sends anyway.
 */
export class SignalHub {
  readonly #watches = new Map<string, Watch>();
  readonly #rounds: Rounds;
  #isWell = true;
  #isClosed = false;

  constructor(private readonly parts: Parts) {
    this.#rounds = new Rounds({
      run: () => this.#look(),
      onError: (error) => this.#noteFailure(error),
      afterErrorMs: AFTER_ERROR_MS,
    });
  }

  /** How many streams are open. */
  get open(): number {
    let count = 0;
    for (const { watchers } of this.#watches.values()) count += watchers.size;
    return count;
  }

  /** Tells the watcher of every change from now on, until the returned function is called. Throws `rate_limited`. */
  async watch(projectId: string, watcher: Watcher): Promise<() => void> {
    const watch = this.#admit(projectId, watcher);
    const leave = () => {
      watch.watchers.delete(watcher);
      if (watch.watchers.size === 0 && this.#watches.get(projectId) === watch) this.#watches.delete(projectId);
    };
    try {
      watch.reading ??= this.#begin(projectId, watch);
      await watch.reading;
    } catch (error) {
      leave();
      watch.reading = null;
      throw error;
    }
    this.#rounds.poke(LOOK_MS);
    return leave;
  }

  /** Tells the watchers of a project what a notification said. */
  note(projectId: string, signal: Signal): void {
    const watch = this.#watches.get(projectId);
    if (watch) tell(watch, { changed: [signal], newEvents: 0 });
  }

  /** Tells every watcher, for what no longer can be said of one project: notifications may have been missed. */
  noteAll(...changed: Signal[]): void {
    for (const watch of this.#watches.values()) tell(watch, { changed, newEvents: 0 });
  }

  /** Ends every stream and takes no other. */
  close(): void {
    this.#isClosed = true;
    void this.#rounds.stop();
    const all = [...this.#watches.values()].flatMap(({ watchers }) => [...watchers]);
    this.#watches.clear();
    for (const watcher of all) watcher.end();
  }

  #admit(projectId: string, watcher: Watcher): Watch {
    if (this.#isClosed) throw new HookyardError("unavailable", "This copy is stopping.", { retryAfter: 2 });
    const watch = this.#watches.get(projectId) ?? { watchers: new Set(), watermarks: null, reading: null };
    const own = [...watch.watchers].filter(({ callerId }) => callerId === watcher.callerId).length;
    if (own >= MAX_STREAMS.caller)
      throw tooMany(`You have ${own} streams of this project open, the most there may be.`);
    if (watch.watchers.size >= MAX_STREAMS.project) throw tooMany("This project has too many streams open.");
    if (this.open >= MAX_STREAMS.all) throw tooMany("This copy has too many streams open.");
    watch.watchers.add(watcher);
    this.#watches.set(projectId, watch);
    return watch;
  }

  async #begin(projectId: string, watch: Watch): Promise<void> {
    const [watermarks] = await readWatermarks(this.parts.poolOf(projectId), [projectId]);
    watch.watermarks ??= watermarks ?? null;
  }

  async #look(): Promise<number> {
    const watched = [...this.#watches]
      .filter(([, { watermarks }]) => watermarks !== null)
      .map(([projectId]) => projectId);
    if (watched.length === 0) return Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    const looks = [...gather(watched, this.parts.poolOf)].map(async ([pool, ids]) => {
      for (const after of await readWatermarks(pool, ids)) this.#compare(after);
    });
    // A shard that is away keeps nothing from the watchers of others.
    const failed = (await Promise.allSettled(looks)).find((look) => look.status === "rejected");
    if (failed) throw failed.reason;
    this.#tellHealth(await this.parts.isWell());
    return Math.max(LOOK_MS, REST * (performance.now() - startedAt));
  }

  #compare(after: Watermarks): void {
    const watch = this.#watches.get(after.project_id);
    if (!watch?.watermarks) return;
    const difference = compareWatermarks(watch.watermarks, after);
    watch.watermarks = after;
    if (difference.changed.length > 0) tell(watch, difference);
  }

  #noteFailure(error: unknown): void {
    if (this.#isWell) this.parts.log.warn({ err: error }, "changes cannot be looked for; trying again");
    this.#tellHealth(false);
  }

  #tellHealth(isWell: boolean): void {
    if (isWell === this.#isWell) return;
    this.#isWell = isWell;
    this.noteAll("health");
  }
}

async function readWatermarks(pool: pg.Pool, projectIds: readonly string[]): Promise<Watermarks[]> {
  return (await pool.query<Watermarks>(READ_WATERMARKS(projectIds))).rows;
}

function tell({ watchers }: Watch, difference: Difference): void {
  for (const watcher of [...watchers]) watcher.tell(difference);
}

function tooMany(reason: string): HookyardError {
  return new HookyardError("rate_limited", `${reason} Close one, or come back later.`, {
    retryAfter: RETRY_AFTER_SECONDS,
  });
}
