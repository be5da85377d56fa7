import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { until } from "@/lib/program/engines.fixture";

const LOGGED_IN = Buffer.from("5200000008000000005a0000000549".replace("0000000005a", "000000005a"), "hex");
const STREAMS = Buffer.from("570000000700" + "0000", "hex");

/** The server's side of one replication connection, byte by byte: it sends what a test says, when it says so. */
export class ReplicationServer {
  /** What the client confirmed, each time: written, flushed, applied. */
  readonly statuses: bigint[][] = [];
  #query = "";
  #socket: Socket | null = null;
  readonly #server = createServer((socket) => {
    socket.on("error", () => {});
    this.#read(socket);
  });

  async open(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get query(): string {
    return this.#query;
  }

  /** Sends all of it at once. */
  send(...messages: Buffer[]): Socket {
    if (!this.#socket) throw new Error("Nobody is connected.");
    this.#socket.write(Buffer.concat(messages.map((message) => frame("d", message))));
    return this.#socket;
  }

  /** The next status that comes from now on. */
  async status(): Promise<bigint[]> {
    const count = this.statuses.length;
    await until(() => this.statuses.length > count);
    return this.statuses.at(-1) ?? [];
  }

  close(): void {
    this.#socket?.destroy();
    this.#server.close();
  }

  #read(socket: Socket): void {
    this.#socket = socket;
    let rest = Buffer.alloc(0);
    let hasBegun = false;
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        // The first message has no letter.
        const at = hasBegun ? 1 : 0;
        if (rest.length < at + 4) return;
        const length = at + rest.readUInt32BE(at);
        if (rest.length < length) return;
        const message = rest.subarray(0, length);
        rest = rest.subarray(length);
        if (!hasBegun) socket.write(LOGGED_IN);
        else this.#hear(socket, message);
        hasBegun = true;
      }
    });
  }

  #hear(socket: Socket, message: Buffer): void {
    const kind = String.fromCharCode(message[0] ?? 0);
    if (kind === "Q") {
      this.#query = message.subarray(5, -1).toString();
      socket.write(STREAMS);
    }
    if (kind === "d") this.statuses.push([6, 14, 22].map((at) => message.readBigInt64BE(at)));
  }
}

function frame(letter: string, insides: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeUInt32BE(4 + insides.length, 1);
  return Buffer.concat([head, insides]);
}

/** A message of the output plugin, within the log's data. */
export function logData(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from("w"), Buffer.alloc(24), message]);
}

export function keepalive(lsn: bigint, { mustAnswer = false } = {}): Buffer {
  const message = Buffer.alloc(18);
  message.write("k");
  message.writeBigInt64BE(lsn, 1);
  message.writeUInt8(mustAnswer ? 1 : 0, 17);
  return message;
}

export function begin(commitLsn: bigint): Buffer {
  const message = Buffer.alloc(21);
  message.write("B");
  message.writeBigInt64BE(commitLsn, 1);
  return message;
}

export function commit(endLsn: bigint): Buffer {
  const message = Buffer.alloc(26);
  message.write("C");
  message.writeBigInt64BE(endLsn, 10);
  return message;
}
