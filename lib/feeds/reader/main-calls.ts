import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { ConsumerReport, SourceStore } from "@/lib/feeds/consumer";
import type { FromReader, ToReader } from "@/lib/feeds/reader/reader-work";
import { TransientMap } from "@/lib/kernel/transient";

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };
type Answer = Extract<ToReader, { call: number }>;

/** The store and the report of a reader: they are in the process that started it, which it calls. */
export class MainCalls {
  readonly #waiting = new TransientMap<number, Waiting>();
  #calls = 0;

  constructor(private readonly tell: (message: FromReader, bytes?: number) => void) {}

  readonly store: SourceStore = {
    accept: (message) => this.#ask("accept", [message], message.body.length),
    record: (content) => this.#ask("record", [content]),
    readPosition: () => this.#ask("readPosition", []),
    savePosition: (position) => this.#ask("savePosition", [position]),
    forgetPosition: () => this.#ask("forgetPosition", []),
    noteRemains: () => this.#ask("noteRemains", []),
  };

  readonly report: ConsumerReport = {
    connected: () => this.#tell("connected", []),
    lag: (...given) => this.#tell("lag", given),
    polled: (...given) => this.#tell("polled", given),
    problem: (...given) => this.#tell("problem", given),
  };

  /** The main process answered a call. */
  hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.call);
    this.#waiting.delete(answer.call);
    if (answer.kind === "answer") waiting?.resolve(answer.value);
    else waiting?.reject(answer.isStop ? new NotCommitted(answer.message) : new Error(answer.message));
  }

  #tell(name: keyof ConsumerReport, given: unknown[]): void {
    this.tell({ kind: "report", name, given });
  }

  #ask<T>(name: keyof SourceStore, given: unknown[], bytes?: number): Promise<T> {
    const call = this.#calls++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(call, { resolve: (value) => resolve(value as T), reject });
      this.tell({ kind: "call", call, name, given }, bytes);
    });
  }
}
