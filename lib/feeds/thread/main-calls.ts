import type { MessagePort } from "node:worker_threads";
import type { BrokerMessage } from "@/lib/feeds/brokers/message";
import { NotCommitted } from "@/lib/feeds/commit-patiently";
import type { ConsumerReport, SourceStore } from "@/lib/feeds/consumer";
import type { FromThread, ToThread } from "@/lib/feeds/thread/thread-work";

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };
type Answer = Exclude<ToThread, { kind: "stop" }>;

/** The store and the report of a consumer's thread: they are in the main thread, which it calls. */
export class MainCalls {
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  constructor(private readonly port: MessagePort) {}

  readonly store: SourceStore = {
    accept: (message) => {
      // A copy: sending a part of a larger buffer would send all of it.
      const body = new Uint8Array(message.body);
      return this.#ask("accept", [{ ...message, body }], [body.buffer]);
    },
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

  /** The main thread answered a call. */
  hear(answer: Answer): void {
    const waiting = this.#waiting.get(answer.call);
    this.#waiting.delete(answer.call);
    if (answer.kind === "answer") waiting?.resolve(answer.value);
    else waiting?.reject(answer.isStop ? new NotCommitted(answer.message) : new Error(answer.message));
  }

  #tell(name: keyof ConsumerReport, given: unknown[]): void {
    this.port.postMessage({ kind: "report", name, given } satisfies FromThread);
  }

  #ask<T>(name: keyof SourceStore, given: unknown[], transfer: ArrayBuffer[] = []): Promise<T> {
    const call = this.#calls++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(call, { resolve: (value) => resolve(value as T), reject });
      this.port.postMessage({ kind: "call", call, name, given } satisfies FromThread, transfer);
    });
  }
}

/** Restores the class of a message's bytes after its transfer from a thread. */
export function withBuffer(message: BrokerMessage): BrokerMessage {
  const { buffer, byteOffset, byteLength } = message.body;
  return { ...message, body: Buffer.from(buffer, byteOffset, byteLength) };
}
