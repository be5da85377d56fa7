import type { ProjectContext } from "@/lib/db/context";
import type { AddressGuard } from "@/lib/egress/address-guard";
import type { Accepted } from "@/lib/feeds/brokers/accept-message";
import type { BrokerMessage } from "@/lib/feeds/brokers/message";
import type { Content } from "@/lib/feeds/record-content";
import type { EventServices } from "@/lib/intake/accept-event";
import type { RecordedEvent, SourcePosition } from "@/lib/intake/recorder";
import type { Logger } from "@/lib/kernel/log";
import type { LagUnit, SourceType } from "@/lib/kernel/vocabulary";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

/** A source to consume. `readSettings` decrypts the JSON of its type's settings; null if it has none. */
export type ConsumedSource = {
  readonly projectId: string;
  readonly id: string;
  readonly name: string;
  readonly type: SourceType;
  readSettings(): unknown;
};

/** `at` is null before the consumer's first poll, `items` during one, `nextAt` if the next is not scheduled yet. */
export type Poll = { at: Date | null; nextAt: Date | null; items: number | null };

/** The reports of a consumer; they are shown as the source's health. */
export type ConsumerReport = {
  /** It is connected and receives. Resets the backoff. */
  connected(): void;
  /** The backlog at the source, behind what was received. */
  lag(amount: number, unit: LagUnit): void;
  /** A poll began, or ended with this many new items. */
  polled(poll: Poll): void;
  /** Reports a problem that does not end the consumer, as a sentence for the operator. */
  problem(message: string): void;
};

export type ConsumerServices = EventServices & { guard: AddressGuard; log: Logger };

export type ConsumerTask = {
  source: ConsumedSource;
  /** The program itself, in the source's project. */
  ctx: ProjectContext;
  services: ConsumerServices;
  report: ConsumerReport;
  /** Aborted if the source was changed, disabled or deleted, if another copy has it, or if the program stops. */
  signal: AbortSignal;
};

/**
 * One type of consumed source. `consume` connects, receives until `signal` is aborted, then finishes what it has in
 * hand (commit, acknowledge), closes, and resolves. It rejects if the connection is lost or cannot be made, with an
 * error whose message is a sentence for the operator; the supervisor calls it again after a pause.
 */
export type ConsumerKind = {
  consume(task: ConsumerTask): Promise<void>;
  /**
   * Removes what it noted as remains, after the source was deleted. Rejects with a sentence if that cannot be done now.
   */
  remove?(task: ConsumerTask): Promise<void>;
};

/** A source whose connection is tested; `id` is null if it is not created yet. */
export type SourceToCheck = { settings: unknown; id: string | null; guard: AddressGuard };

/**
 * Stores what a source brings. Each of its promises resolves after a write to disk, or with what was read from there.
 */
export type SourceStore = {
  /** Commits a broker's message. Rejects with NotCommitted if the consumer was stopped before. */
  accept(message: BrokerMessage): Promise<Accepted>;
  /** Commits one event of the source. Rejects with NotCommitted if the consumer was stopped before. */
  record(content: Content): Promise<RecordedEvent>;
  readPosition(): Promise<SourcePosition | null>;
  /** Saves a position without an event. */
  savePosition(position: SourcePosition): Promise<void>;
  /** Starts over: the next position may be any. */
  forgetPosition(): Promise<void>;
  /** Notes that the consumer will leave something at its source, before it does: it is removed with the source. */
  noteRemains(): Promise<void>;
};

export type IsolatedTask = {
  source: { id: string; name: string; settings: unknown };
  /** The project's `max_payload_read_size`: a larger payload is refused, and stored up to that size. */
  maxPayloadBytes: number;
  store: SourceStore;
  guard: AddressGuard;
  log: Logger;
  report: ConsumerReport;
  signal: AbortSignal;
};

/**
 * A type of consumed source that is read in a process of its own, one for each source, because the library for its server
 * cannot be trusted to contain its errors. It keeps the promises of a ConsumerKind, and has no database: its messages
 * and position go through `store`.
 */
export type IsolatedKind = {
  /**
   * Tests every step of the connection to the source without receiving or changing anything, and says which one fails.
   */
  check(source: SourceToCheck): Promise<ConnectionCheck[]>;
  consume(task: IsolatedTask): Promise<void>;
  remove?(task: IsolatedTask): Promise<void>;
};

export type ConsumerKinds = Readonly<Partial<Record<SourceType, ConsumerKind>>>;
