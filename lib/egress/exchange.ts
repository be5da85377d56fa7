import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { type Failure, toFailure } from "./failure";

/** What was received before an exchange ended. */
export type Answer = { status: number | null; headers: Record<string, string>; body: Buffer; bodyTruncated: boolean };

const EMPTY = Buffer.alloc(0);

/**
 * One request through undici's `dispatch`, at half the cost of `request` with an AbortSignal: no stream is built and
 * the deadline is a plain timer. `onEnd` is called exactly once: with null if the answer is complete or was cut at
 * `maxBodyBytes`.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** The destination in messages: host and port. */
  readonly host: string;
  status: number | null = null;
  /** True once the connection was open and the request was written to it. */
  isSent = false;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #size = 0;
  #isEnded = false;
  #controller: Dispatcher.DispatchController | null = null;
  readonly #maxBodyBytes: number;
  readonly #onEnd: (failure: Failure | null) => void;

  constructor(host: string, maxBodyBytes: number, onEnd: (failure: Failure | null) => void) {
    this.host = host;
    this.#maxBodyBytes = maxBodyBytes;
    this.#onEnd = onEnd;
  }

  /** Ends the exchange now and drops its connection. A request that still waits for a connection will not be sent. */
  stop(failure: Failure | null): void {
    if (this.#isEnded) return;
    this.#end(failure);
    this.#controller?.abort(STOPPED);
  }

  answer(): Answer {
    const bodyTruncated = this.#size > this.#maxBodyBytes;
    const [only = EMPTY] = this.#chunks;
    const whole = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : only;
    const body = bodyTruncated ? whole.subarray(0, this.#maxBodyBytes) : whole;
    return { status: this.status, headers: joinHeaders(this.#headers), body, bodyTruncated };
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isEnded) controller.abort(STOPPED);
    else this.isSent = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isEnded) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > this.#maxBodyBytes) this.stop(null);
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(toFailure(error, this.host));
  }

  #end(failure: Failure | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onEnd(failure);
  }
}

/** The error for undici when we end an exchange; created once, because an error's stack is costly and unused here. */
const STOPPED = new Error("ended by Hookyard");

function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) joined[name] = typeof value === "string" ? value : value.join(", ");
  }
  return joined;
}
