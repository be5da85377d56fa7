import { CallQueues, type Waiting } from "@/lib/functions/call-queues";
import type { EngineAnswer, EngineCall } from "@/lib/functions/engine";
import {
  DEFAULT_MEMORY_BYTES,
  DEFAULT_TIME_MS,
  type FunctionCall,
  type FunctionFailureReason,
  type FunctionOutcome,
  type FunctionSuccess,
  isPassing,
  notRun,
} from "@/lib/functions/function-call";
import { isPlainWriting } from "@/lib/functions/odd-numbers";
import { judgeOverrun } from "@/lib/functions/overrun";
import { type Answered, type Running, SandboxThreads } from "@/lib/functions/sandbox-threads";
import { starved, timedOut } from "@/lib/functions/verdict";
import { HookyardError } from "@/lib/kernel/errors";
import { count, observe } from "@/lib/metrics/meter";

export type FunctionRunnerOptions = {
  /** Threads that run functions; two more join for as long as slow calls hold these. */
  threads?: number;
  /** What a function may use, its argument and result included. */
  memoryBytes?: number;
  /** How long a call may wait for its turn. */
  waitMs?: number;
  /** How long a call may take by the clock on the wall, however busy the machine is. */
  patienceMs?: number;
  timeoutsInARow?: number;
  suspendMs?: number;
};

export type FunctionRunner = {
  /** Runs `transform`. Never rejects for what the function does; each way to fail is an outcome. */
  run(call: FunctionCall): Promise<FunctionOutcome>;
  /**
   * What is wrong with the text, in a sentence, or null. Runs what is outside of `transform`, but not `transform`. Throws
   * `unavailable` where that could not be found out now.
   */
  check(source: string): Promise<string | null>;
  /** Ends the threads; calls that run or wait end as `unavailable`. */
  close(): Promise<void>;
};

type Job = Waiting & { call: EngineCall; resolve(outcome: FunctionOutcome): void };

/** A call that takes longer makes its queue a slow one, and its thread one that is missing to the others. */
const SLOW_MS = 100;
const LOOK_EVERY_MS = 25;

/**
 * Runs users' functions off the main thread. Nothing is started before the first call.
 *
 * A call waits in its queue (`CallQueues` says whose turn it is) for a free thread. Its time is the CPU time of its thread, so
 * that a busy machine takes none of it. One that overruns is stopped by the engine, or, in a native loop that the engine
 * does not interrupt, by ending the thread. While calls are slow, further threads stand in for theirs.
 */
export function createFunctionRunner(options: FunctionRunnerOptions = {}): FunctionRunner {
  const size = options.threads ?? 2;
  const waitMs = options.waitMs ?? 10_000;
  const patienceMs = options.patienceMs ?? 15_000;
  const queues = new CallQueues<Job>({
    runningOfQueue: Math.max(1, size - 1),
    waitingOfQueue: 1_000,
    waiting: 10_000,
    waitingBytes: 64 * 1024 * 1024,
    timeoutsInARow: options.timeoutsInARow ?? 5,
    suspendMs: options.suspendMs ?? 5_000,
  });
  const threads = new SandboxThreads<Job>({
    size,
    spare: 2,
    memoryBytes: options.memoryBytes ?? DEFAULT_MEMORY_BYTES,
    onRoom: dispatch,
    onAnswers,
    onLost: (job, left) => settle(job, notRun("unavailable", "The function's engine ended unexpectedly."), left),
    onBroken: (error) => refuse(queues.refuseAll(), "unavailable", `Functions cannot run here: ${String(error)}`),
  });
  let watch: NodeJS.Timeout | null = null;
  let lookedAt = 0;
  let excused = false;
  let closed = false;
  let isDispatching = false;
  let pending = 0;

  function submit({ queue, call, isProbe }: Pick<Job, "queue" | "call" | "isProbe">): Promise<FunctionOutcome> {
    if (closed) return Promise.resolve(notRun("unavailable", "The program is stopping."));
    const now = performance.now();
    return new Promise((resolve) => {
      const bytes = (call.argument?.length ?? 0) + call.source.length;
      const refusal = queues.add({ queue, call, isProbe, bytes, waitUntil: now + waitMs, resolve }, now);
      if (refusal) return resolve(notRun(refusal, REFUSALS[refusal]));
      pending++;
      startWatch(now);
      dispatchSoon();
    });
  }

  function startWatch(now: number) {
    if (watch) return;
    lookedAt = now;
    watch = setInterval(look, LOOK_EVERY_MS);
  }

  /** The calls of this turn of the event loop go to their thread together. */
  function dispatchSoon() {
    if (isDispatching) return;
    isDispatching = true;
    setImmediate(() => {
      isDispatching = false;
      dispatch();
    });
  }

  function dispatch() {
    while (threads.hasRoom()) {
      const job = queues.next();
      if (!job) return;
      threads.run(job, queues.takeAlong(job));
    }
    if (queues.size > 0) threads.start();
  }

  function onAnswers(answered: readonly Answered<Job>[], left: Job[] | null) {
    const ended = left && answered.at(-1);
    for (const { job, answer } of ended ? answered.slice(0, -1) : answered) resolve(job, toOutcome(job, answer));
    if (ended) settle(ended.job, toOutcome(ended.job, ended.answer), left);
  }

  /** Ends a turn with its last call; what of it was not run waits again. */
  function settle(job: Job, outcome: FunctionOutcome, left: Job[]) {
    const timeout = !outcome.ok && outcome.reason === "timeout";
    const slow = timeout || outcome.durationMs > SLOW_MS;
    resolve(job, outcome);
    queues.putBack(job.queue, left);
    refuse(queues.finish(job.queue, { slow, timedOut: timeout }, performance.now()), "suspended", REFUSALS.suspended);
    dispatch();
  }

  function resolve(job: Job, outcome: FunctionOutcome) {
    pending--;
    count("hookyard_function_runs_total", { outcome: outcome.ok ? "ok" : outcome.reason });
    if (outcome.durationMs > 0) observe("hookyard_function_seconds", null, outcome.durationMs / 1_000);
    job.resolve(outcome);
  }

  function refuse(jobs: Job[], reason: FunctionFailureReason, message: string) {
    for (const job of jobs) resolve(job, notRun(reason, message));
  }

  /** Ends a call that has used more than its time, and one that got no processor for longer than there is patience. */
  function lookAfterSlow({ job, startedAt, others, cpuMs }: Running<Job>, now: number) {
    const sinceMs = now - startedAt;
    queues.markSlow(job.queue);
    const { timeMs } = job.call;
    if (sinceMs <= Math.min(timeMs, patienceMs)) return;
    const judgement = judgeOverrun({ sinceMs, cpuMs, timeMs }, patienceMs);
    if (judgement === "wait") {
      void threads.measure(job);
      return;
    }
    threads.end(job);
    threads.start();
    const verdict = judgement === "timeout" ? timedOut(timeMs) : starved(timeMs, patienceMs);
    settle(job, toOutcome(job, { verdict, isText: false, logs: [], durationMs: cpuMs ?? 0 }), others);
  }

  /** Looks after what runs and what waits, as long as there is any. */
  function look() {
    const now = performance.now();
    const late = now - lookedAt > 4 * LOOK_EVERY_MS;
    lookedAt = now;
    // This thread was busy: answers may have come that it has not read yet. It reads them before it looks again.
    excused = late && !excused;
    if (excused) return;
    const slow = threads.running().filter(({ startedAt }) => now - startedAt > SLOW_MS);
    for (const turn of slow) lookAfterSlow(turn, now);
    refuse(queues.expire(now), "overloaded", `The function was not run: it waited ${waitMs} ms for its turn.`);
    if (slow.length === 0 || queues.hasRunnable) threads.setSpares(slow.length);
    if (pending > 0 || watch === null) return;
    clearInterval(watch);
    watch = null;
  }

  return {
    run(call) {
      const { source, queue = source, nowMs = 0, seed = "", timeMs = DEFAULT_TIME_MS, isProbe = false } = call;
      const argument = "argumentText" in call ? call.argumentText : toJson(call.argument);
      if (argument === null)
        return Promise.resolve(notRun("threw", "The payload is nested too deeply for a function."));
      return submit({ queue, isProbe, call: { source, argument, nowMs, seed, timeMs } });
    },
    async check(source) {
      const call = { source, argument: null, nowMs: 0, seed: "", timeMs: DEFAULT_TIME_MS };
      const outcome = await submit({ queue: source, isProbe: false, call });
      if (outcome.ok) return null;
      if (isPassing(outcome.reason)) throw new HookyardError("unavailable", outcome.message, { retryAfter: 5 });
      return outcome.message;
    },
    async close() {
      closed = true;
      if (watch) clearInterval(watch);
      const lost = threads.running().flatMap(({ job, others }) => [job, ...others]);
      const ended = threads.close();
      refuse([...lost, ...queues.refuseAll()], "unavailable", "The program is stopping.");
      await ended;
    },
  };
}

const REFUSALS = {
  suspended: "The function was not run: it ran too long several times in a row. It is tried again in some seconds.",
  overloaded: "The function was not run: too many calls wait for their turn.",
};

/** Null for what is nested deeper than JSON is written here; it can be parsed all the same. */
function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function toOutcome({ call }: Job, { verdict, isText, logs, durationMs }: Omit<EngineAnswer, "cpuMs">): FunctionOutcome {
  switch (verdict.kind) {
    case "value":
      return new Success(verdict.json, isText ? JSON.stringify(call.argument) : call.argument, logs, durationMs);
    case "checked":
      return new Success("true", null, logs, durationMs);
    case "failed":
      return { ok: false, reason: verdict.reason, message: verdict.message, line: verdict.line, logs, durationMs };
  }
}

class Success implements FunctionSuccess {
  readonly ok = true;

  constructor(
    readonly json: string,
    private readonly given: string | null,
    readonly logs: string[],
    readonly durationMs: number,
  ) {}

  isGiven(json: string): boolean {
    return this.given !== null && isPlainWriting(json, this.given);
  }

  /** Most results are sent as they are: the value is parsed for whoever asks. */
  get value(): unknown {
    return JSON.parse(this.json) as unknown;
  }
}
