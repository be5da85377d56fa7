import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";

/**
 * What lies between us and PostgreSQL: `pass` forwards everything, `mute` loses what the server says (a frozen server
 * or a cut network: requests take effect unheard), `away` closes all connections and accepts none.
 */
export type Mode = "pass" | "mute" | "away";

/** A connection to a database that can be cut. */
export class DatabaseProxy {
  #mode: Mode = "pass";
  readonly #sockets = new Set<Socket>();
  /** The sockets whose packets are lost. */
  readonly #lostSockets = new WeakSet<Socket>();
  readonly #server = createServer((socket) => this.#forward(socket));
  #lost: { text: string; after: string } | null = null;
  url = "";
  /** How many connections were ever opened. */
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

  set mode(mode: Mode) {
    this.#mode = mode;
    if (mode === "away") for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Loses the packets of the present connections from now on, without closing either side; new connections lead to this
   * server, or to none that answers.
   */
  failOver(databaseUrl: string | null): void {
    for (const socket of this.#sockets) this.#lostSockets.add(socket);
    this.#socketPath = databaseUrl === null ? null : toSocketPath(databaseUrl);
  }

  /**
   * Cuts the next connection that sends `text` after having sent `after`, as soon as the server answers: the request
   * took effect, and nobody learns of it.
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
    if (this.#mode === "away") return void client.destroy();
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
      else if (this.#mode !== "mute" && !this.#lostSockets.has(server)) client.write(chunk);
    });
  }
}

function toSocketPath(databaseUrl: string): string {
  return path.join(new URL(databaseUrl).searchParams.get("host") ?? "", ".s.PGSQL.5432");
}
