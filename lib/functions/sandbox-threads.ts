import type { EngineAnswer, EngineCall } from "@/lib/functions/engine";
import { compileEngine } from "@/lib/functions/engine-module";
import { endsTurn } from "@/lib/functions/function-call";
import { type SandboxThread, startSandboxThread } from "@/lib/functions/sandbox-thread";

export type ThreadJob = { call: EngineCall };

export type SandboxThreadsOptions<T extends ThreadJob> = {
  /** How many threads there are while calls are quick, and how many more may stand in for slow ones. */
  size: number;
  spare: number;
  memoryBytes: number;
  /** A thread has become free, or was lost. */
  onRoom(): void;
  /** `left` is null while the thread goes on with the turn, else what of it was not run. */
  onAnswer(job: T, answer: EngineAnswer, left: T[] | null): void;
  /** The thread ended by itself, and the call with it. */
  onLost(job: T, left: T[]): void;
  /** Threads do not start, for the second time in a row. */
  onBroken(error: unknown): void;
};

/** The call that runs since then, in performance.now()'s milliseconds, and those that are to follow it. */
type Turn<T> = {
  job: T;
  startedAt: number;
  rest: T[];
  /** CPU time that the call has used, as of the last look at it; null while that is not known. */
  cpuMs: number | null;
};

type Place<T> = {
  thread: SandboxThread | null;
  ready: boolean;
  running: Turn<T> | null;
  lastSource: string;
};

/** A fragmented heap needs more pages than it has content; the engine's own limit of the content is the narrower one. */
const MAX_FRAGMENTATION = 2;

/** The threads of the sandbox: starts them when they are needed, replaces those that are lost. */
export class SandboxThreads<T extends ThreadJob> {
  private readonly places = new Set<Place<T>>();
  private module: Promise<WebAssembly.Module> | undefined;
  private failuresInARow = 0;
  private closed = false;

  constructor(private readonly options: SandboxThreadsOptions<T>) {}

  hasRoom(): boolean {
    return this.free().length > 0;
  }

  /**
   * Runs it, and the rest after it, in a free thread, best in the one that ran the same text last. What follows a call
   * that was not quick is not run.
   */
  run(job: T, rest: T[]): void {
    const free = this.free();
    const place = free.find(({ lastSource }) => lastSource === job.call.source) ?? free[0];
    if (!place?.thread) throw new Error("There is no free thread.");
    place.running = { job, startedAt: performance.now(), rest, cpuMs: null };
    place.lastSource = job.call.source;
    place.thread.post([job.call, ...rest.map(({ call }) => call)]);
  }

  running(): Turn<T>[] {
    return [...this.places].flatMap(({ running }) => running ?? []);
  }

  /** Finds out how much CPU time a running call has used, for the next look at it. */
  async measure(job: T): Promise<void> {
    for (const { thread, running } of this.places) {
      if (running?.job === job && thread) running.cpuMs = await thread.readCpuMs();
    }
  }

  /** Ends the thread in which the call runs, and the turn with it. */
  end(job: T): void {
    for (const place of this.places) if (place.running?.job === job) this.remove(place);
  }

  /** Brings the threads to their usual number. */
  start(): void {
    while (!this.closed && this.places.size < this.options.size) this.open();
  }

  /** Has that many threads beyond the usual number, as far as allowed; of too many it ends the idle ones. */
  setSpares(count: number): void {
    const wanted = this.options.size + Math.min(count, this.options.spare);
    while (!this.closed && this.places.size < wanted) this.open();
    for (const place of this.places) if (this.places.size > wanted && place.running === null) this.remove(place);
  }

  async close(): Promise<void> {
    this.closed = true;
    const threads = [...this.places].map(({ thread }) => thread);
    this.places.clear();
    await Promise.all(threads.map(async (thread) => thread?.end()));
  }

  private free(): Place<T>[] {
    return [...this.places].filter(({ ready, running }) => ready && running === null);
  }

  private open(): void {
    const place: Place<T> = { thread: null, ready: false, running: null, lastSource: "" };
    this.places.add(place);
    this.fill(place).catch((error) => this.fail(place, error));
  }

  private async fill(place: Place<T>): Promise<void> {
    const { memoryBytes } = this.options;
    this.module ??= compileEngine(memoryBytes * MAX_FRAGMENTATION);
    const thread = await startSandboxThread(
      { module: await this.module, memoryBytes },
      {
        onReady: () => {
          if (!this.places.has(place)) return;
          place.ready = true;
          this.failuresInARow = 0;
          this.options.onRoom();
        },
        onAnswer: (answer) => {
          if (place.running && this.places.has(place)) this.answer(place, place.running, answer);
        },
        onEnd: (error) => this.fail(place, error),
      },
    );
    place.thread = thread;
    if (!this.places.has(place)) await thread.end();
  }

  private answer(place: Place<T>, { job, rest }: Turn<T>, answer: EngineAnswer): void {
    const [next, ...others] = endsTurn(answer) ? [] : rest;
    place.running = next ? { job: next, startedAt: performance.now(), rest: others, cpuMs: null } : null;
    this.options.onAnswer(job, answer, next ? null : rest);
  }

  private fail(place: Place<T>, error: unknown): void {
    if (!this.places.delete(place)) return;
    const { onLost, onRoom, onBroken } = this.options;
    if (place.running) {
      onLost(place.running.job, place.running.rest);
      return;
    }
    this.failuresInARow++;
    if (this.failuresInARow < 2) {
      onRoom();
      return;
    }
    this.failuresInARow = 0;
    this.module = undefined;
    onBroken(error);
  }

  private remove(place: Place<T>): void {
    this.places.delete(place);
    void place.thread?.end();
  }
}
