/** What became of the requests of a run, by the place of each; its event's number is `firstNumber` and the place. */
export type LoadResult = {
  firstNumber: number;
  /** When the first was due, and when the last could have been. */
  startedAt: number;
  endedAt: number;
  /** When each should have been sent by the plan, which may be earlier than it could be. */
  dueAt: Float64Array;
  /** When each was answered; 0 for one that was not. */
  answeredAt: Float64Array;
  /** The status of each answer; 0 where the connection was lost before it came. */
  statuses: Uint16Array;
  /** The events' uids, empty where there was no 2xx. */
  uids: string[];
};

/** Gathers a LoadResult while the load runs. */
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

  /** Notes a request and gives its number. */
  start(dueAt: number): number {
    this.#underway += 1;
    this.#answeredAt.push(0);
    this.#statuses.push(0);
    this.#uids.push("");
    return this.firstNumber + this.#dueAt.push(dueAt) - 1;
  }

  finish(number: number, at: number, status: number, answer: string): void {
    const place = number - this.firstNumber;
    this.#underway -= 1;
    this.#statuses[place] = status;
    if (status === 0) return;
    this.#answeredAt[place] = at;
    if (status < 200 || status > 299) return;
    this.#accepted += 1;
    this.#uids[place] = readUid(answer);
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

const UID = '"uid":"';
const UID_LENGTH = 36;

function readUid(answer: string): string {
  const at = answer.indexOf(UID);
  return at < 0 ? "" : answer.slice(at + UID.length, at + UID.length + UID_LENGTH);
}
