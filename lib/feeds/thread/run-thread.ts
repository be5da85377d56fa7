import type { Worker } from "node:worker_threads";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { ConsumerReport, SourceStore } from "@/lib/feeds/consumer";
import { ConsumerCrash } from "@/lib/feeds/consumer-crash";
import { withBuffer } from "@/lib/feeds/thread/main-calls";
import type { FromThread, ThreadWork, ToThread } from "@/lib/feeds/thread/thread-work";
import { Turns } from "@/lib/feeds/thread/turns";
import { HOLDS_TOO_MUCH, MOST_MEBIBYTES } from "@/lib/feeds/thread/watch-memory";
import { toSentence } from "@/lib/feeds/to-sentence";
import { startWorkerThread } from "@/lib/kernel/worker-thread";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

export type ThreadHost = {
  /** Absent for jobs that consume nothing. */
  store?: SourceStore;
  report?: ConsumerReport;
  /** Asks the thread to finish what it has in hand and to end. */
  signal: AbortSignal;
};

const FILE = { path: "feeds/thread/consumer", name: "consumer" };
/** Limits of its objects; the thread itself watches the memory of buffers. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };
/** Otherwise each thread repeats its library's warnings about this Node.js. */
const QUIET = ["--no-warnings"];
/** A thread costs half a second of CPU until its library is loaded: many sources start a few at a time. */
const starts = new Turns(2);
const START_MS = 1_000;
/** Shorter than the supervisor waits for a consumer. */
const STOP_MS = 9_000;
const LOOK_MS = 5_000;
/** Counted in looks, so that a main thread that stood still itself does not take its threads for dead. */
const SILENT_LOOKS = 12;

/** Does one job in a thread of its own. Rejects with ConsumerCrash if the thread ends by itself. */
export async function runThread(work: ThreadWork, host: ThreadHost): Promise<ConnectionCheck[]> {
  const endTurn = await starts.take();
  const timer = setTimeout(endTurn, START_MS);
  try {
    if (host.signal.aborted) return [];
    const options = { workerData: work, execArgv: QUIET, resourceLimits: LIMITS };
    const thread = new SourceThread(await startWorkerThread(FILE, options), host, endTurn);
    return await thread.ended;
  } finally {
    clearTimeout(timer);
    endTurn();
  }
}

class SourceThread {
  readonly ended: Promise<ConnectionCheck[]>;
  readonly #underWay = new Set<Promise<void>>();
  readonly #cleanUps: (() => void)[] = [];
  #settle: (outcome: ConnectionCheck[] | Error) => void = () => {};
  #silentLooks = 0;

  constructor(
    private readonly worker: Worker,
    private readonly host: ThreadHost,
    private readonly onUp: () => void,
  ) {
    const settled = new Promise<ConnectionCheck[] | Error>((resolve) => {
      this.#settle = resolve;
    });
    worker.on("message", (message: FromThread) => this.#hear(message));
    worker.on("error", (error) => this.#settle(toCrash(error)));
    worker.on("exit", (code) => this.#settle(ConsumerCrash.of(`it ended with ${code}`)));
    this.#watch();
    this.ended = settled.then((outcome) => this.#close(outcome));
  }

  #watch(): void {
    const { signal } = this.host;
    const pulse = setInterval(() => {
      this.#silentLooks += 1;
      if (this.#silentLooks > SILENT_LOOKS) this.#settle(ConsumerCrash.of("it hung for a minute"));
    }, LOOK_MS);
    let deadline: NodeJS.Timeout | undefined;
    const stop = () => {
      this.#post({ kind: "stop" });
      deadline = setTimeout(() => this.#settle(ConsumerCrash.of("it did not end in time")), STOP_MS);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    this.#cleanUps.push(() => {
      clearInterval(pulse);
      clearTimeout(deadline);
      signal.removeEventListener("abort", stop);
    });
  }

  #hear(message: FromThread): void {
    this.#silentLooks = 0;
    switch (message.kind) {
      case "started":
      case "alive":
        return;
      case "report": {
        const { report } = this.host;
        if (report) (report[message.name] as (...given: unknown[]) => void)(...message.given);
        if (message.name === "connected") this.onUp();
        return;
      }
      case "call": {
        const answering = this.#answer(message).finally(() => this.#underWay.delete(answering));
        this.#underWay.add(answering);
        return;
      }
      case "done":
        this.#settle(message.checks);
        return;
      case "failed":
        this.#settle(new Error(message.message));
        return;
    }
  }

  async #answer({ call, name, given }: Extract<FromThread, { kind: "call" }>): Promise<void> {
    const { store } = this.host;
    try {
      if (!store) throw new Error("This thread may not store anything.");
      const ask = store[name] as (...given: unknown[]) => Promise<unknown>;
      const value = await (name === "accept" ? store.accept(withBuffer(given[0] as never)) : ask(...given));
      this.#post({ kind: "answer", call, value });
    } catch (error) {
      this.#post({ kind: "refusal", call, message: toSentence(error), isStop: error instanceof NotCommitted });
    }
  }

  #post(message: ToThread): void {
    this.worker.postMessage(message);
  }

  /** Waits until nothing of this thread is in progress before the next one may begin. */
  async #close(outcome: ConnectionCheck[] | Error): Promise<ConnectionCheck[]> {
    for (const cleanUp of this.#cleanUps) cleanUp();
    await this.worker.terminate();
    await Promise.all(this.#underWay);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }
}

function toCrash(error: Error & { code?: string }): ConsumerCrash {
  if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return ConsumerCrash.ofMemory(LIMITS.maxOldGenerationSizeMb);
  if (error.code === HOLDS_TOO_MUCH) return ConsumerCrash.ofMemory(MOST_MEBIBYTES);
  return ConsumerCrash.of(error.message || String(error));
}
