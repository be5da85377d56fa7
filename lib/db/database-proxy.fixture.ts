import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";

/**
 * What lies between us and PostgreSQL: `pass` lets everything through, `mute` loses what the server says (a frozen server
 * or a cut line: what was asked is done, and nobody hears of it), `away` ends all connections and takes none.
 */
export type Line = "pass" | "mute" | "away";

/** A line to a database that can be cut. */
export class DatabaseProxy {
  #line: Line = "pass";
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#forward(socket));
  #lost: { text: string; after: string } | null = null;
  url = "";
  /** Connections that were ever opened. */
  opened = 0;

  /** `databaseUrl` names the folder of the server's socket. */
  async open(databaseUrl: string): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const url = new URL(databaseUrl);
    this.#socketPath = path.join(url.searchParams.get("host") ?? "", ".s.PGSQL.5432");
    url.searchParams.delete("host");
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as AddressInfo).port);
    this.url = url.toString();
    return this;
  }
  #socketPath = "";

  set line(line: Line) {
    this.#line = line;
    if (line === "away") for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * The next connection that asks this, having asked something with `after` in it before, is cut when the server answers:
   * what was asked is done, and nobody hears of it.
   */
  loseAnswerTo(text: string, after: string): void {
    this.#lost = { text, after };
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #forward(client: Socket): void {
    this.opened += 1;
    if (this.#line === "away") return void client.destroy();
    const server = connect(this.#socketPath);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => {});
      one.once("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    let isNext = false;
    let isLost = false;
    client.on("data", (chunk: Buffer) => {
      isNext ||= this.#lost !== null && chunk.includes(this.#lost.after);
      if (isNext && this.#lost !== null && chunk.includes(this.#lost.text)) {
        this.#lost = null;
        isLost = true;
      }
      server.write(chunk);
    });
    server.on("data", (chunk: Buffer) => {
      if (isLost) client.destroy();
      else if (this.#line !== "mute") client.write(chunk);
    });
  }
}
