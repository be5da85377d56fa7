import type { ReplicationMessage } from "@/lib/feeds/change-stream/pgoutput";
import { type Change, toEvent, writeLsn } from "@/lib/feeds/change-stream/to-event";
import type { ChangeOperation } from "@/lib/kernel/vocabulary";

/** `key` names a change for ever: its transaction's commit and its place in it. */
export type Pending = { json: string; eventType: string; key: string };

/** What is committed together. `upTo` may be confirmed after it; null within a transaction that goes on. */
export type Round = { changes: Pending[]; upTo: bigint | null; endsTransaction: boolean };

type RowChange = { tag: ChangeOperation } & Pick<Change, "relation" | "old" | "new">;
type Entry = { change: Pending } | { upTo: bigint; isCommit: boolean };

const MOST_TOGETHER = 1_000;
const MOST_WAITING = 4_000;
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/** Changes that were received and not committed, in the order of the stream. */
export class ChangeQueue {
  readonly #entries: Entry[] = [];
  #bytes = 0;
  #begin: Extract<ReplicationMessage, { tag: "begin" }> | null = null;
  #index = 0;

  /** `doneUpTo`: what was committed before; a transaction from before it came once more. */
  constructor(
    private readonly slot: string,
    private readonly operations: ReadonlySet<ChangeOperation>,
    private readonly doneUpTo: bigint,
  ) {}

  get isFull(): boolean {
    return this.#entries.length > MOST_WAITING || this.#bytes > MOST_WAITING_BYTES;
  }

  push(message: ReplicationMessage): void {
    switch (message.tag) {
      case "begin":
        this.#begin = message;
        this.#index = 0;
        return;
      case "commit":
        this.#begin = null;
        this.#entries.push({ upTo: message.endLsn, isCommit: true });
        return;
      case "insert":
      case "update":
      case "delete":
        this.#pushChange(message);
        return;
      case "truncate":
        for (const relation of message.relations) this.#pushChange({ tag: "truncate", relation, old: null, new: null });
        return;
      case "other":
        return;
    }
  }

  keepalive(lsn: bigint): void {
    if (this.#begin === null) this.#entries.push({ upTo: lsn, isCommit: false });
  }

  #pushChange(message: RowChange): void {
    const begin = this.#begin;
    const index = this.#index++;
    if (!begin || begin.commitLsn < this.doneUpTo || !this.operations.has(message.tag)) return;
    const lsn = writeLsn(begin.commitLsn);
    const event = toEvent({ ...message, operation: message.tag, lsn, committedAt: begin.committedAt });
    this.#entries.push({ change: { ...event, key: `${this.slot} ${lsn} ${index}` } });
    this.#bytes += event.json.length;
  }

  /** What is to be committed next: whole transactions, or a part of one that is very long; null when there is nothing. */
  take(): Round | null {
    const window = this.#entries.slice(0, MOST_TOGETHER);
    const last = window.findLastIndex((entry) => "upTo" in entry);
    const count = last >= 0 ? last + 1 : window.length;
    // A part of a transaction waits for its end, unless the end cannot come for want of room.
    if (count === 0 || (last < 0 && count < MOST_TOGETHER && !this.isFull)) return null;
    const taken = this.#entries.splice(0, count);
    const changes = taken.flatMap((entry) => ("change" in entry ? [entry.change] : []));
    this.#bytes -= changes.reduce((sum, { json }) => sum + json.length, 0);
    const end = taken.at(-1);
    const marks = taken.some((entry) => "upTo" in entry && entry.isCommit);
    return { changes, upTo: end && "upTo" in end ? end.upTo : null, endsTransaction: marks };
  }
}
