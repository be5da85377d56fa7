/** The results of a run's requests, by index; the event's number is `firstNumber` plus the index. */
export type LoadResult = {
  firstNumber: number;
  /** When the first was due, and when the last could have been. */
  startedAt: number;
  endedAt: number;
  /** When each should have been sent by the plan, which may be earlier than possible. */
  dueAt: Float64Array;
  /** When each was answered; 0 without an answer. */
  answeredAt: Float64Array;
  /** The status of each answer; 0 if the connection was lost before it came. */
  statuses: Uint16Array;
  /** The events' uids, empty without a 2xx. */
  uids: string[];
};

/** Collects a LoadResult while the load runs. */
export class LoadRecord {
  readonly #dueAt: number[] = [];
  readonly #answeredAt: number[] = [];
  readonly #statuses: number[] = [];
  readonly #uids: string[] = [];
  #accepted = 0;
  #underway = 0;

  constructor(private readonly firstNumber: number) {}

  /** Requests so far that were answered with a 2xx. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Requests without an answer yet. */
  get underway(): number {
    return this.#underway;
  }

  /** Records a request of this many events and returns the number of its first. */
  start(dueAt: number, count: number): number {
    const number = this.firstNumber + this.#dueAt.length;
    this.#underway += count;
    for (let index = 0; index < count; index += 1) {
      this.#dueAt.push(dueAt);
      this.#answeredAt.push(0);
      this.#statuses.push(0);
      this.#uids.push("");
    }
    return number;
  }

  /**
   * Records a request's answer. Of a batch, only events with a uid in the answer were accepted: it lists them in order.
   */
  finish({ number, count }: { number: number; count: number }, at: number, status: number, answer: string): void {
    this.#underway -= count;
    const isSuccess = status >= 200 && status <= 299;
    const uids = isSuccess ? readUids(answer, count) : null;
    const noted = isSuccess && uids === null ? REFUSED_IN_BATCH : status;
    for (let index = 0; index < count; index += 1) {
      const place = number - this.firstNumber + index;
      this.#statuses[place] = noted;
      if (status !== 0) this.#answeredAt[place] = at;
      if (uids !== null) this.#uids[place] = uids[index] ?? "";
    }
    if (uids !== null) this.#accepted += count;
  }

  result(startedAt: number, endedAt: number): LoadResult {
    return {
      firstNumber: this.firstNumber,
      startedAt,
      endedAt,
      dueAt: Float64Array.from(this.#dueAt),
      answeredAt: Float64Array.from(this.#answeredAt),
      statuses: Uint16Array.from(this.#statuses),
      uids: this.#uids,
    };
  }
}

const REFUSED_IN_BATCH = 599;
const UID = '"uid":"';
const UID_LENGTH = 36;

/** Event for event. Null if one of a batch has none: all count as refused, since nobody could tell which is whose. */
function readUids(answer: string, count: number): string[] | null {
  const uids: string[] = [];
  for (let at = answer.indexOf(UID); at >= 0; at = answer.indexOf(UID, at + UID_LENGTH)) {
    uids.push(answer.slice(at + UID.length, at + UID.length + UID_LENGTH));
  }
  if (uids.length === count) return uids;
  return count === 1 ? [""] : null;
}
