import { monotonicMs } from "@/bench/clock";
import { Connection } from "@/bench/load/connection";
import { fixedRate, fullSpeed, type Pace } from "@/bench/load/pace";
import { LoadRecord, type LoadResult } from "@/bench/load/record";
import { NumberedRequest, type Target } from "@/bench/load/target";
import { watchProgress } from "@/bench/load/watch-progress";

export type LoadPlan = {
  target: Target;
  /** The number of the first event; the others follow. */
  firstNumber: number;
  connections: number;
  seconds: number;
  /** Requests a second, or as fast as they are answered. */
  rate: number | "full";
  /**
   * How many events may be accepted and not delivered yet, and where the receiver reports how many deliveries it got;
   * an event makes this many of them, one by default.
   */
  bound?: { outstanding: number; progressUrl: string; deliveriesPerEvent?: number };
};

export type LoadProgress = { accepted: number; underway: number };

/** Answers that have not come this long after the end of the plan are given up. */
const PATIENCE_MS = 10_000;

/** Sends numbered events by a plan. */
export class Load {
  readonly #record: LoadRecord;
  readonly #pace: Pace;
  readonly #startedAt = monotonicMs();
  readonly #endsAt: number;
  readonly #bound: number;
  readonly #deliveriesPerEvent: number;
  readonly #requests = new Map<Connection, NumberedRequest>();
  readonly #free: Connection[] = [];
  readonly #stopWatching: () => void;
  readonly #finished: Promise<void>;
  #finish: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #deliveredBefore: number | null = null;
  #delivered = 0;
  #isStopped = false;

  constructor(plan: LoadPlan) {
    const { rate, seconds, bound } = plan;
    this.#record = new LoadRecord(plan.firstNumber);
    this.#endsAt = this.#startedAt + seconds * 1_000;
    this.#bound = bound?.outstanding ?? Number.POSITIVE_INFINITY;
    this.#deliveriesPerEvent = bound?.deliveriesPerEvent ?? 1;
    this.#pace =
      rate === "full"
        ? fullSpeed(this.#endsAt, () => this.#outstanding < this.#bound)
        : fixedRate(rate, this.#startedAt, seconds);
    this.#finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#stopWatching = bound ? watchProgress(bound.progressUrl, (count) => this.#onProgress(count)) : () => {};
    this.#connect(plan);
    this.#pump();
  }

  /** Requests so far that were answered with a 2xx, and those without an answer yet. */
  get progress(): LoadProgress {
    const { accepted, underway } = this.#record;
    return { accepted, underway };
  }

  /** Sends no more. */
  stop(): void {
    this.#isStopped = true;
    this.#pump();
  }

  /** The results of the requests, when all are answered or given up. */
  async result(): Promise<LoadResult> {
    await this.#finished;
    return this.#record.result(this.#startedAt, this.#endsAt);
  }

  get #outstanding(): number {
    return this.#record.accepted + this.#record.underway - this.#delivered;
  }

  #connect({ target, connections }: LoadPlan): void {
    const addresses = (target.copies ?? [target.url]).map((address) => new URL(address));
    for (let count = 0; count < connections; count += 1) {
      const request = new NumberedRequest(target);
      const { hostname, port } = addresses[count % addresses.length] as URL;
      const connection = new Connection(
        { host: hostname, port: Number(port) },
        {
          onFree: (free) => this.#onFree(free),
          onAnswer: (_, status, answer) => {
            this.#record.finish(request, monotonicMs(), status, answer);
          },
        },
      );
      this.#requests.set(connection, request);
    }
  }

  #onFree(connection: Connection): void {
    this.#free.push(connection);
    this.#send(monotonicMs());
    if (this.#record.underway === 0) this.#pump();
  }

  #onProgress(count: number): void {
    this.#deliveredBefore ??= count;
    this.#delivered = (count - this.#deliveredBefore) / this.#deliveriesPerEvent;
    this.#pump();
  }

  #send(now: number): void {
    while (this.#free.length > 0 && !this.#isStopped) {
      const dueAt = this.#pace.take(now);
      if (dueAt === null) return;
      const connection = this.#free.shift() as Connection;
      const request = this.#requests.get(connection) as NumberedRequest;
      request.number = this.#record.start(dueAt, request.count);
      connection.send(request.bytes);
    }
  }

  #pump(): void {
    const now = monotonicMs();
    this.#send(now);
    clearTimeout(this.#timer);
    const isOver = this.#isStopped || this.#pace.isOver(now);
    if (isOver && (this.#record.underway === 0 || now > this.#endsAt + PATIENCE_MS)) {
      this.#end();
      return;
    }
    const at = isOver ? now + 50 : (this.#pace.nextAt(now) ?? now + 50);
    // If every connection is busy, the next answer sends what is due.
    this.#timer = setTimeout(() => this.#pump(), Math.max(this.#free.length === 0 ? 5 : 0, at - now));
  }

  #end(): void {
    this.#stopWatching();
    for (const connection of this.#requests.keys()) connection.close();
    this.#finish();
  }
}
