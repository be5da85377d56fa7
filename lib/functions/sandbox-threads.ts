import type { EngineAnswer, EngineCall } from "@/lib/functions/engine";
import { compileEngine } from "@/lib/functions/engine-module";
import type { SandboxAnswers } from "@/lib/functions/sandbox.worker";
import { type SandboxThread, startSandboxThread } from "@/lib/functions/sandbox-thread";

export type ThreadJob = { call: EngineCall };

export type SandboxThreadsOptions<T extends ThreadJob> = {
  /** How many threads there are while calls are quick, and how many more may stand in for slow ones. */
  size: number;
  spare: number;
  memoryBytes: number;
  /** A thread has become free, or was lost. */
  onRoom(): void;
  /** Calls of one turn, in their order. `left` is null while the thread goes on with the turn, else what of it was not run. */
  onAnswers(answered: readonly Answered<T>[], left: T[] | null): void;
  /** The thread ended by itself, and the call with it. Of what is left some may have run, without an answer. */
  onLost(job: T, left: T[]): void;
  /** Threads do not start, for the second time in a row. */
  onBroken(error: unknown): void;
};

export type Answered<T> = { job: T; answer: EngineAnswer };

/** A call that runs, and the others of its turn that have no answer. */
export type Running<T> = Pick<Turn<T>, "startedAt" | "cpuMs"> & { job: T; others: T[] };

type Turn<T> = {
  /** What has no answer yet. */
  jobs: T[];
  /** How many were answered before them. */
  answered: number;
  /** How many had run at the last look at it. */
  ran: number;
  /** When the one that runs was first seen, in performance.now()'s milliseconds. */
  startedAt: number;
  /** CPU time that it has used, as of the last look at it; null while that is not known. */
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
   * Runs it, and the rest after it, in a free thread, best in the one that ran the same text last. What is left when the
   * turn has taken its time is not run.
   */
  run(job: T, rest: T[]): void {
    const free = this.free();
    const place = free.find(({ lastSource }) => lastSource === job.call.source) ?? free[0];
    if (!place?.thread) throw new Error("There is no free thread.");
    const jobs = [job, ...rest];
    place.running = { jobs, answered: 0, ran: 0, startedAt: performance.now(), cpuMs: null };
    place.lastSource = job.call.source;
    place.thread.post(jobs.map(({ call }) => call));
  }

  running(): Running<T>[] {
    return [...this.places].flatMap((place) => lookAt(place) ?? []);
  }

  /** Finds out how much CPU time a running call has used, for the next look at it. */
  async measure(job: T): Promise<void> {
    for (const { thread, running } of this.places) {
      if (!thread || !running?.jobs.includes(job)) continue;
      const { ran } = running;
      const cpuMs = await thread.readCpuMs();
      if (running.ran === ran) running.cpuMs = cpuMs;
    }
  }

  /** Ends the thread in which the call runs, and the turn with it. */
  end(job: T): void {
    for (const place of this.places) if (place.running?.jobs.includes(job)) this.remove(place);
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
        onAnswers: (message) => {
          if (place.running && this.places.has(place)) this.answer(place, place.running, message);
        },
        onEnd: (error) => this.fail(place, error),
      },
    );
    place.thread = thread;
    if (!this.places.has(place)) await thread.end();
  }

  private answer(place: Place<T>, turn: Turn<T>, { answers, isTurnOver }: SandboxAnswers): void {
    const jobs = turn.jobs.slice(answers.length);
    const answered = turn.answered + answers.length;
    place.running = isTurnOver ? null : { jobs, answered, ran: answered, startedAt: performance.now(), cpuMs: null };
    this.options.onAnswers(
      answers.map((answer, index) => ({ job: turn.jobs[index] as T, answer })),
      isTurnOver ? jobs : null,
    );
  }

  private fail(place: Place<T>, error: unknown): void {
    if (!this.places.delete(place)) return;
    const { onLost, onRoom, onBroken } = this.options;
    const lost = lookAt(place);
    if (lost) {
      onLost(lost.job, lost.others);
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

/** What runs there. The last of a turn counts as running until its answer is here. */
function lookAt<T extends ThreadJob>({ thread, running }: Place<T>): Running<T> | null {
  if (!thread || !running) return null;
  const ran = Math.max(running.answered, thread.countRun());
  if (ran > running.ran) Object.assign(running, { ran, startedAt: performance.now(), cpuMs: null });
  const { jobs, answered, startedAt, cpuMs } = running;
  const index = Math.min(ran - answered, jobs.length - 1);
  return { job: jobs[index] as T, others: jobs.toSpliced(index, 1), startedAt, cpuMs };
}
