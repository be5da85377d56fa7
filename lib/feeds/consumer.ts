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

/** A source that is to be consumed. `readSettings` opens the JSON of its kind's settings; null where it has none. */
export type ConsumedSource = {
  readonly projectId: string;
  readonly id: string;
  readonly name: string;
  readonly type: SourceType;
  readSettings(): unknown;
};

/** `at` is null before the consumer's first poll, `items` while one is under way, `nextAt` where the next is not planned yet. */
export type Poll = { at: Date | null; nextAt: Date | null; items: number | null };

/** What a consumer tells of itself; it is shown as the source's health. */
export type ConsumerReport = {
  /** It is there and takes what comes. Resets the back-off. */
  connected(): void;
  /** What waits at the source, behind what was taken. */
  lag(amount: number, unit: LagUnit): void;
  /** A poll began, or ended with so many new items. */
  polled(poll: Poll): void;
  /** Something went wrong that does not end the consumer. A sentence for the operator. */
  problem(message: string): void;
};

export type ConsumerServices = EventServices & { guard: AddressGuard; log: Logger };

export type ConsumerTask = {
  source: ConsumedSource;
  /** The program itself, in the source's project. */
  ctx: ProjectContext;
  services: ConsumerServices;
  report: ConsumerReport;
  /** Aborted when the source was changed, disabled or deleted, when another copy has it, or when the program ends. */
  signal: AbortSignal;
};

/**
 * One kind of consumed source. `consume` connects, takes what comes until `signal` is aborted, then finishes what it has
 * in hand (commit, acknowledge), closes, and resolves. It rejects when the connection is lost or cannot be made, with an
 * error whose message is a sentence for the operator; the supervisor calls it again after a while.
 */
export type ConsumerKind = {
  consume(task: ConsumerTask): Promise<void>;
  /** Removes what it noted as remains, after the source was deleted. Rejects with a sentence when that cannot be done now. */
  remove?(task: ConsumerTask): Promise<void>;
};

/** What is known of a source to be tried; `id` is null for one that is not made yet. */
export type SourceToCheck = { settings: unknown; id: string | null; guard: AddressGuard };

/** Where what a source brings is kept. Each of its promises is of something that is on disk, or was read from there. */
export type SourceStore = {
  /** Commits a broker's message. Rejects with NotCommitted when the consumer was stopped before. */
  accept(message: BrokerMessage): Promise<Accepted>;
  /** Commits one event of the source. Rejects with NotCommitted when the consumer was stopped before. */
  record(content: Content): Promise<RecordedEvent>;
  readPosition(): Promise<SourcePosition | null>;
  /** Saves a position that no event comes with. */
  savePosition(position: SourcePosition): Promise<void>;
  /** Begins anew: the next position may be any. */
  forgetPosition(): Promise<void>;
  /** Notes that the consumer leaves something at its source, before it does: it is removed when the source is. */
  noteRemains(): Promise<void>;
};

export type IsolatedTask = {
  source: { id: string; name: string; settings: unknown };
  /** The project's `max_payload_read_size`: what is larger is refused, and kept up to there. */
  maxPayloadBytes: number;
  store: SourceStore;
  guard: AddressGuard;
  log: Logger;
  report: ConsumerReport;
  signal: AbortSignal;
};

/**
 * A kind of consumed source that runs in a thread of its own, one for each source, because the library that speaks with
 * its server cannot be trusted to keep its errors to itself. It keeps the promises of a ConsumerKind, and has no
 * database: what it brings and where it is go through `store`.
 */
export type IsolatedKind = {
  /** Walks the whole way to what the source has, takes nothing, changes nothing, and says where it ends if it does. */
  check(source: SourceToCheck): Promise<ConnectionCheck[]>;
  consume(task: IsolatedTask): Promise<void>;
  remove?(task: IsolatedTask): Promise<void>;
};

export type ConsumerKinds = Readonly<Partial<Record<SourceType, ConsumerKind>>>;
