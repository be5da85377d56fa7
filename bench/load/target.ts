import { createPayload, writeNumber } from "@/bench/payload";

/** Where the load goes. */
export type Target = { url: string; headers?: Record<string, string> };

/** A request whose payload carries an event's number; made once per connection and used again and again. */
export class NumberedRequest {
  readonly bytes: Buffer;
  readonly #payloadAt: number;
  #number = 0;

  constructor({ url, headers = {} }: Target) {
    const { host, pathname, search } = new URL(url);
    const payload = createPayload();
    const all = { Host: host, "Content-Type": "application/json", "Content-Length": payload.length, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = Buffer.from(`POST ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
    this.bytes = Buffer.concat([head, payload]);
    this.#payloadAt = head.length;
  }

  get number(): number {
    return this.#number;
  }

  set number(value: number) {
    this.#number = value;
    writeNumber(this.bytes, this.#payloadAt, value);
  }
}
