import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * A door between a consumer and its broker. `hold` lets nothing of the consumer's through any more, while what the broker
 * sends still comes: whatever is acknowledged from then on never arrives. `cut` breaks all connections.
 */
export class Gate {
  readonly #pairs = new Set<{ inner: Socket; outer: Socket }>();
  #isHeld = false;
  #server: Server | null = null;
  port = 0;

  /** `target` may be told later than the port, for brokers that must know the address they are reached at. */
  constructor(private target: number) {}

  async open(): Promise<this> {
    this.#server = createServer((outer) => this.#join(outer));
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  leadTo(port: number): void {
    this.target = port;
  }

  #join(outer: Socket): void {
    const inner = connect(this.target, "127.0.0.1");
    const pair = { inner, outer };
    this.#pairs.add(pair);
    outer.on("data", (chunk) => {
      if (!this.#isHeld) inner.write(chunk);
    });
    inner.on("data", (chunk) => outer.write(chunk));
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      one.on("error", () => {});
      one.on("close", () => {
        this.#pairs.delete(pair);
        other.destroy();
      });
    }
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** Lets through again; what was held back is lost, and its connections with it. */
  release(): void {
    this.cut();
    this.#isHeld = false;
  }

  cut(): void {
    for (const { inner, outer } of this.#pairs) {
      inner.destroy();
      outer.destroy();
    }
  }

  async close(): Promise<void> {
    this.cut();
    this.#server?.close();
  }
}
