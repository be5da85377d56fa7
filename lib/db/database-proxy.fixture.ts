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
  /** Those of them whose packets go nowhere. */
  readonly #lostSockets = new WeakSet<Socket>();
  readonly #server = createServer((socket) => this.#forward(socket));
  #lost: { text: string; after: string } | null = null;
  url = "";
  /** Connections that were ever opened. */
  opened = 0;

  /** `databaseUrl` names the folder of the server's socket. */
  async open(databaseUrl: string): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#socketPath = toSocketPath(databaseUrl);
    const url = new URL(databaseUrl);
    url.searchParams.delete("host");
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as AddressInfo).port);
    this.url = url.toString();
    return this;
  }
  #socketPath: string | null = null;

  set line(line: Line) {
    this.#line = line;
    if (line === "away") for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Packets of the connections that there are go nowhere from now on, and neither side hears of the other's end; new ones
   * lead to this server, or to none that answers.
   */
  failOver(databaseUrl: string | null): void {
    for (const socket of this.#sockets) this.#lostSockets.add(socket);
    this.#socketPath = databaseUrl === null ? null : toSocketPath(databaseUrl);
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
    if (this.#socketPath === null) {
      this.#sockets.add(client);
      client.on("error", () => {}).resume();
      return;
    }
    const server = connect(this.#socketPath);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => {});
      one.once("close", () => {
        this.#sockets.delete(one);
        if (!this.#lostSockets.has(other)) other.destroy();
      });
    }
    let isNext = false;
    let isLost = false;
    client.on("data", (chunk: Buffer) => {
      if (this.#lostSockets.has(client)) return;
      isNext ||= this.#lost !== null && chunk.includes(this.#lost.after);
      if (isNext && this.#lost !== null && chunk.includes(this.#lost.text)) {
        this.#lost = null;
        isLost = true;
      }
      server.write(chunk);
    });
    server.on("data", (chunk: Buffer) => {
      if (isLost) client.destroy();
      else if (this.#line !== "mute" && !this.#lostSockets.has(server)) client.write(chunk);
    });
  }
}

function toSocketPath(databaseUrl: string): string {
  return path.join(new URL(databaseUrl).searchParams.get("host") ?? "", ".s.PGSQL.5432");
}
