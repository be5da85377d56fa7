import type { ProjectContext } from "@/lib/context";
import type { AddressGuard } from "@/lib/egress/address-guard";
import type { EventServices } from "@/lib/events/accept";
import type { Logger } from "@/lib/log";
import type { LagUnit, SourceType } from "@/lib/vocabulary";

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

export type ConsumerKinds = Readonly<Partial<Record<SourceType, ConsumerKind>>>;
