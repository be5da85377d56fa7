import pg from "pg";
import { LogicalReplicationService } from "pg-logical-replication";
import { PgoutputReader, type ReplicationMessage } from "@/lib/feeds/change-stream/pgoutput";
import { toServerError } from "@/lib/feeds/change-stream/server-error";
import { readLsn, writeLsn } from "@/lib/feeds/change-stream/to-event";

type Server = { host: string; port: number };

export type Hears = {
  /** Nothing more is read from the server until it resolves. */
  message(message: ReplicationMessage): Promise<void> | void;
  /** The server has nothing more up to there for this stream. */
  keepalive(lsn: bigint): void;
};

/** `confirmed` is what the slot has confirmed before. */
export type Following = { slot: string; publication: string; confirmed: bigint };

const STATUS_MS = 10_000;

/** A stream of changes. What is confirmed is never sent again; nothing else is confirmed than what `confirm` is told. */
export class ReplicationStream {
  readonly #service: LogicalReplicationService;
  readonly #reader = new PgoutputReader();
  /** Messages that came and that nobody has heard to the end. */
  #waiting = 0;
  #confirmed = 0n;
  #timer: NodeJS.Timeout | null = null;
  #hasFailed = false;
  /** Rejects when the stream ends, with the reason. */
  readonly ended: Promise<never>;
  #reject: (reason: Error) => void = () => {};

  constructor(
    config: pg.ClientConfig,
    private readonly hears: Hears,
    private readonly server: Server,
  ) {
    this.ended = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.ended.catch(() => {});
    // By itself the library would confirm what was received, whether it is committed or not.
    const acknowledge = { auto: false, timeoutSeconds: 0 };
    this.#service = new LogicalReplicationService(config, { acknowledge, flowControl: { enabled: true } });
    this.#service.on("error", (error) => this.#fail(toServerError(error, server)));
    this.#service.on("data", (_, message: Buffer) => this.#hear(message));
    this.#service.on("heartbeat", (lsn, _, shouldRespond) => {
      // The library tells of it at once, although messages that came before may wait.
      if (this.#waiting === 0) hears.keepalive(readLsn(lsn));
      if (shouldRespond) this.#send();
    });
  }

  /** Resolves once the server streams. */
  async start({ slot, publication, confirmed }: Following): Promise<void> {
    this.#confirmed = confirmed;
    const started = new Promise<void>((resolve) => this.#service.once("start", () => resolve()));
    this.#service.subscribe(this.#pluginFor(publication), slot).then(
      () => this.#fail(new Error(`${this.server.host}:${this.server.port} closed the connection.`)),
      (error) => this.#fail(toServerError(error, this.server)),
    );
    await Promise.race([started, this.ended]);
    this.#timer = setInterval(() => this.#send(), STATUS_MS);
  }

  confirm(lsn: bigint): void {
    if (lsn <= this.#confirmed) return;
    this.#confirmed = lsn;
    this.#send();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#service.destroy();
  }

  /** The library's own pgoutput plugin would change values and needs PostgreSQL 14. */
  #pluginFor(publication: string) {
    const names = pg.escapeIdentifier(publication).replaceAll("'", "''");
    return {
      name: "pgoutput",
      options: {},
      start: (client: pg.Client, slot: string, lsn: string) =>
        client.query(
          `START_REPLICATION SLOT ${pg.escapeIdentifier(slot)} LOGICAL ${lsn} (proto_version '1', publication_names '${names}')`,
        ),
      parse: (message: Buffer) => {
        this.#waiting += 1;
        return message;
      },
    };
  }

  /** After a message that could not be read nothing is heard any more: what follows it must not be confirmed. */
  async #hear(message: Buffer): Promise<void> {
    if (this.#hasFailed) return;
    try {
      await this.hears.message(this.#reader.read(message));
      this.#waiting -= 1;
    } catch (error) {
      const { host, port } = this.server;
      this.#fail(new Error(`${host}:${port} sent what is no message of this stream: ${(error as Error).message}.`));
    }
  }

  #fail(reason: Error): void {
    this.#hasFailed = true;
    this.#reject(reason);
  }

  /** A standby status update. The library confirms the byte after the one that it is told of. */
  #send(): void {
    if (this.#confirmed > 0n) void this.#service.acknowledge(writeLsn(this.#confirmed - 1n));
  }
}
