import { connect, createServer, type Server, type Socket } from "node:net";

const LOOK_MS = 250;

/**
 * A balancer of TCP connections, as stands before several copies: each new connection goes to the next copy whose
 * `/readyz` answered 200 when it was last asked. It counts the connections that a copy refused, and those for which no
 * copy was ready.
 */
export class Balancer {
  refused = 0;
  readonly #ready = new Set<string>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly copies: readonly { url: string }[]) {
    this.#server = createServer({ noDelay: true }, (socket) => this.#connect(socket));
  }

  /** Listens on a free loopback port, with every copy that is ready; returns its address. */
  async open(): Promise<string> {
    await this.#look();
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("The balancer has no port.");
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #look(): Promise<void> {
    await Promise.all(
      this.copies.map(async ({ url }) => {
        const isReady = await fetch(new URL("/readyz", url)).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) this.#ready.add(url);
        else this.#ready.delete(url);
      }),
    );
  }

  #connect(client: Socket): void {
    const ready = [...this.#ready];
    const url = ready[this.#turn++ % ready.length];
    if (url === undefined) {
      this.refused += 1;
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(url);
    const copy = connect({ host: hostname, port: Number(port), noDelay: true });
    let isOpen = false;
    copy.once("connect", () => {
      isOpen = true;
    });
    for (const [from, to] of [
      [client, copy],
      [copy, client],
    ] as const) {
      this.#sockets.add(from);
      from.on("error", () => {
        if (from === copy && !isOpen) this.refused += 1;
      });
      from.once("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
