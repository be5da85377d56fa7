import pg from "pg";
import { PgoutputReader, type ReplicationMessage } from "@/lib/feeds/change-stream/pgoutput";
import { toServerError } from "@/lib/feeds/change-stream/server-error";

type Chunk = { chunk: Buffer };
/** What the driver has but does not declare: the connection under a client. */
type Wire = NodeJS.EventEmitter & {
  sendCopyFromChunk(bytes: Buffer): void;
  stream: { pause(): void; resume(): void };
};

type Server = { host: string; port: number };

export type Hears = {
  message(message: ReplicationMessage): void;
  /** The server has nothing more up to there for this stream. */
  keepalive(lsn: bigint): void;
};

const STATUS_MS = 10_000;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

/** A stream of changes. What is confirmed is never sent again; nothing else is confirmed than what `confirm` is told. */
export class ReplicationStream {
  readonly #reader = new PgoutputReader();
  readonly #wire: Wire;
  #confirmed = 0n;
  #timer: NodeJS.Timeout | null = null;
  /** Rejects when the stream ends, with the reason. */
  readonly ended: Promise<never>;

  constructor(
    private readonly client: pg.Client,
    hears: Hears,
    server: Server,
  ) {
    this.#wire = (client as unknown as { connection: Wire }).connection;
    this.ended = new Promise((_, reject) => {
      client.on("error", (error) => reject(toServerError(error, server)));
      client.on("end", () => reject(new Error(`${server.host}:${server.port} closed the connection.`)));
      this.#wire.on("copyData", ({ chunk }: Chunk) => {
        try {
          this.#hear(chunk, hears);
        } catch (error) {
          const { message } = error as Error;
          reject(new Error(`${server.host}:${server.port} sent what is no message of this stream: ${message}.`));
        }
      });
      this.#fail = reject;
    });
    this.ended.catch(() => {});
  }
  #fail: (error: unknown) => void = () => {};

  /** Resolves once the server streams. */
  async start(slot: string, publication: string): Promise<void> {
    const started = new Promise<void>((resolve) => this.#wire.once("replicationStart", () => resolve()));
    const names = pg.escapeLiteral(pg.escapeIdentifier(publication));
    const text = `START_REPLICATION SLOT ${pg.escapeIdentifier(slot)} LOGICAL 0/0 (proto_version '1', publication_names ${names})`;
    // It ends with the stream.
    this.client.query(text).catch((error) => this.#fail(error));
    await Promise.race([started, this.ended]);
    this.#timer = setInterval(() => this.#send(), STATUS_MS);
  }

  confirm(lsn: bigint): void {
    if (lsn <= this.#confirmed) return;
    this.#confirmed = lsn;
    this.#send();
  }

  pause(): void {
    this.#wire.stream.pause();
  }

  resume(): void {
    this.#wire.stream.resume();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.resume();
    await this.client.end().catch(() => {});
  }

  #hear(chunk: Buffer, hears: Hears): void {
    if (chunk[0] === 0x77) hears.message(this.#reader.read(chunk.subarray(25)));
    if (chunk[0] !== 0x6b) return;
    hears.keepalive(chunk.readBigInt64BE(1));
    if (chunk[17] === 1) this.#send();
  }

  /** A standby status update: written, flushed and applied up to what was confirmed. */
  #send(): void {
    const status = Buffer.alloc(34);
    status[0] = 0x72;
    for (const at of [1, 9, 17]) status.writeBigInt64BE(this.#confirmed, at);
    status.writeBigInt64BE(BigInt(Date.now() - POSTGRES_EPOCH_MS) * 1000n, 25);
    this.#wire.sendCopyFromChunk(status);
  }
}
