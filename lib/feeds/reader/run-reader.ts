import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { ConsumerReport, SourceStore } from "@/lib/feeds/consumer";
import { ConsumerCrash } from "@/lib/feeds/consumer-crash";
import { HOLDS_TOO_MUCH, MOST_MEBIBYTES } from "@/lib/feeds/reader/hold-little";
import { Parcel } from "@/lib/feeds/reader/parcel";
import type { FromReader, ReaderWork, ToReader } from "@/lib/feeds/reader/reader-work";
import { toSentence } from "@/lib/feeds/to-sentence";
import { startChildProcess } from "@/lib/kernel/child-process";
import { TransientSet } from "@/lib/kernel/transient";
import { Turns } from "@/lib/kernel/turns";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

export type ReaderHost = {
  /** Absent for jobs that consume nothing. */
  store?: SourceStore;
  report?: ConsumerReport;
  /** Asks the reader to finish what it has in hand and to end. */
  signal: AbortSignal;
};

const FILE = "feeds/reader/reader";
const OBJECTS_MEBIBYTES = 256;
const FLAGS = [
  // Limits of its objects; it watches the memory of its buffers itself.
  `--max-old-space-size=${OBJECTS_MEBIBYTES}`,
  "--max-semi-space-size=4",
  // Its objects are few: help with collecting them costs more than it saves.
  "--single-threaded-gc",
  "--v8-pool-size=1",
  // Otherwise each repeats its library's warnings about this Node.js.
  "--no-warnings",
];
/** A reader costs half a second of CPU until its library is loaded: many sources start a few at a time. */
const START_MS = 1_000;
const starts = new Turns(2, START_MS);
/** Shorter than the supervisor waits for a consumer. */
const STOP_MS = 9_000;
const LOOK_MS = 5_000;
/** Counted in looks, so that a process that stood still itself does not take its readers for dead. */
const SILENT_LOOKS = 12;
/** What is kept of its last words: V8 tells there that it has no memory left, and ends it. */
const WORDS_KEPT = 4_000;

/**
 * Does one job in a process of its own. Rejects with ConsumerCrash if that ends by itself. A thread would not do: V8 ends
 * the whole process where one of its threads asks for more than its limit at once, and a server that announces an array of
 * millions makes a library ask for it.
 */
export async function runReader(work: ReaderWork, host: ReaderHost): Promise<ConnectionCheck[]> {
  const endTurn = await starts.take();
  try {
    if (host.signal.aborted) return [];
    const child = await startChildProcess(FILE, { flags: FLAGS, title: `${work.job} ${work.source.id ?? ""}` });
    return await new SourceReader(child, host, { work, onUp: endTurn }).ended;
  } finally {
    endTurn();
  }
}

class SourceReader {
  readonly ended: Promise<ConnectionCheck[]>;
  readonly #underWay = new TransientSet<Promise<void>>();
  readonly #cleanUps: (() => void)[] = [];
  #settle: (outcome: ConnectionCheck[] | Error) => void = () => {};
  #silentLooks = 0;
  #lastWords = "";
  /** One that has ended hears no more; its end is told by itself. */
  readonly #outgoing = new Parcel<ToReader>((messages) => {
    if (this.child.connected) this.child.send(messages, () => {});
  });

  constructor(
    private readonly child: ChildProcess,
    private readonly host: ReaderHost,
    private readonly start: { work: ReaderWork; onUp(): void },
  ) {
    const settled = new Promise<ConnectionCheck[] | Error>((resolve) => {
      this.#settle = resolve;
    });
    child.on("message", (messages: FromReader[]) => {
      for (const message of messages) this.#hear(message);
    });
    child.on("error", (error) => this.#settle(ConsumerCrash.of(error.message)));
    child.stderr?.setEncoding("utf8").on("data", (words: string) => {
      this.#lastWords = (this.#lastWords + words).slice(-WORDS_KEPT);
    });
    // Not "exit": its last words may come after it.
    child.on("close", (code, signal) => this.#settle(toCrash(code ?? signal, this.#lastWords)));
    this.#outgoing.add({ kind: "work", work: start.work });
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
      this.#outgoing.add({ kind: "stop" });
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

  #hear(message: FromReader): void {
    this.#silentLooks = 0;
    switch (message.kind) {
      case "alive":
        return;
      case "report": {
        const { report } = this.host;
        if (report) (report[message.name] as (...given: unknown[]) => void)(...message.given);
        if (message.name === "connected") this.start.onUp();
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
      case "crashed":
        this.#settle(toReason(message));
        return;
    }
  }

  async #answer({ call, name, given }: Extract<FromReader, { kind: "call" }>): Promise<void> {
    const { store } = this.host;
    try {
      if (!store) throw new Error("This reader may not store anything.");
      const ask = store[name] as (...given: unknown[]) => Promise<unknown>;
      const value = await ask(...given);
      this.#outgoing.add({ kind: "answer", call, value });
    } catch (error) {
      this.#outgoing.add({ kind: "refusal", call, message: toSentence(error), isStop: error instanceof NotCommitted });
    }
  }

  /** Waits until nothing of this reader is in progress before the next one may begin. */
  async #close(outcome: ConnectionCheck[] | Error): Promise<ConnectionCheck[]> {
    for (const cleanUp of this.#cleanUps) cleanUp();
    // What it asked for and nobody has heard yet is not begun.
    this.child.removeAllListeners("message");
    await this.#kill();
    await Promise.all(this.#underWay);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  async #kill(): Promise<void> {
    const { child } = this;
    // It could not be started.
    if (child.pid === undefined) return;
    const closed = child.exitCode !== null || child.signalCode !== null ? null : once(child, "exit");
    child.kill("SIGKILL");
    await closed;
  }
}

/** The end of a process by itself: by its exit code, or the signal that ended it. */
function toCrash(end: number | NodeJS.Signals | null, lastWords: string): ConsumerCrash {
  if (/heap out of memory/.test(lastWords)) return ConsumerCrash.ofMemory(OBJECTS_MEBIBYTES);
  const error = /^\w*Error\b.*$/m.exec(lastWords);
  return ConsumerCrash.of(`it ended with ${end}${error ? `: ${error[0]}` : ""}`);
}

/** The error that nobody in it expected. */
function toReason({ code, message }: Extract<FromReader, { kind: "crashed" }>): ConsumerCrash {
  return code === HOLDS_TOO_MUCH ? ConsumerCrash.ofMemory(MOST_MEBIBYTES) : ConsumerCrash.of(message);
}
