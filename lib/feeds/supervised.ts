import { backOffMs, delay } from "@/lib/feeds/back-off";
import { ComeBackLater } from "@/lib/feeds/come-back-later";
import type { ConsumerKind, ConsumerReport, ConsumerTask, Poll } from "@/lib/feeds/consumer";
import { ConsumerCrash } from "@/lib/feeds/consumer-crash";
import { toSentence } from "@/lib/feeds/to-sentence";
import type { ConsumerState, LagUnit } from "@/lib/kernel/vocabulary";
import { count } from "@/lib/metrics/meter";

/** The health of a consumer, as in `source_consumers`. */
export type ConsumerHealth = {
  state: ConsumerState;
  connectedSince: Date | null;
  failures: number;
  nextTryAt: Date | null;
  lag: { amount: number; unit: LagUnit; at: Date } | null;
  /** Null if the source is not polled, and before the first poll. */
  poll: Poll | null;
  lastError: { message: string; at: Date } | null;
};

/** After this long a connected consumer counts as healthy: its next failure is its first. */
const WELL_MS = 30_000;
const STOP_DEADLINE_MS = 10_000;
const MAX_ERROR_LENGTH = 1_000;
/** A consumer that crashed this often without being healthy in between is left alone. */
const CRASHES_TO_PARK = 5;
const PARKED_MS = 3_600_000;

/**
 * Keeps one source's consumer running: starts it, and restarts it after a growing pause whenever it ends with an error.
 */
export class SupervisedConsumer {
  health: ConsumerHealth = {
    state: "connecting",
    connectedSince: null,
    failures: 0,
    nextTryAt: null,
    lag: null,
    poll: null,
    lastError: null,
  };
  /** Since it was last healthy. */
  #crashes = 0;
  readonly #abort = new AbortController();
  readonly #ended: Promise<void>;

  constructor(
    private readonly kind: ConsumerKind,
    private readonly task: Omit<ConsumerTask, "signal" | "report">,
    private readonly onChange: () => void,
  ) {
    this.#ended = this.#run();
  }

  /** Resolves when the messages in hand are finished and it is closed; a hanging consumer is abandoned after 10 s. */
  async stop(): Promise<void> {
    this.#abort.abort();
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<"overdue">((resolve) => {
      timer = setTimeout(() => resolve("overdue"), STOP_DEADLINE_MS);
    });
    if ((await Promise.race([this.#ended, overdue])) === "overdue") {
      this.task.services.log.error({ source: this.task.source.id }, "a consumer did not stop in time and is given up");
    }
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      try {
        await this.kind.consume({ ...this.task, signal, report: this.#report });
        if (!signal.aborted) throw new Error("The source ended the connection.");
      } catch (error) {
        if (signal.aborted) return;
        const pauseMs = this.#fail(error);
        await delay(pauseMs, signal);
        if (!signal.aborted) this.#change({ state: "connecting", nextTryAt: null });
      }
    }
  }

  readonly #report: ConsumerReport = {
    connected: () => {
      const { state, failures } = this.health;
      if (state === "connected") return;
      const what = failures > 0 ? "a source recovered" : "a source is connected";
      this.task.services.log.info({ ...this.#ids, failures }, what);
      this.#change({ state: "connected", connectedSince: new Date(), nextTryAt: null });
    },
    lag: (amount, unit) => {
      // Written with the next renewal: nobody waits for it.
      this.health = { ...this.health, lag: { amount, unit, at: new Date() } };
    },
    polled: (poll) => {
      const items = poll.items ?? this.health.poll?.items ?? null;
      this.#change({ poll: { ...poll, at: poll.at ?? this.health.poll?.at ?? null, items } });
    },
    problem: (message) => this.#change({ lastError: toLastError(message) }),
  };

  get #ids(): { project: string; source: string } {
    const { projectId, id } = this.task.source;
    return { project: projectId, source: id };
  }

  /** Notes the failure and returns how long to wait, in milliseconds. */
  #fail(error: unknown): number {
    const { source, services } = this.task;
    const { log } = services;
    const wasWell = Date.now() - (this.health.connectedSince?.getTime() ?? Date.now()) > WELL_MS;
    const failures = wasWell ? 1 : this.health.failures + 1;
    this.#crashes = (wasWell ? 0 : this.#crashes) + (error instanceof ConsumerCrash ? 1 : 0);
    const isParked = this.#crashes >= CRASHES_TO_PARK;
    const askedMs = error instanceof ComeBackLater ? error.afterSeconds * 1000 : 0;
    const pauseMs = isParked ? PARKED_MS : Math.max(backOffMs(failures), askedMs);
    const message = toSentence(error);
    count("hookyard_consumer_failures_total", { type: source.type });
    log.warn({ ...this.#ids, reason: message, failures }, "a consumer ended");
    if (isParked) log.warn({ ...this.#ids, crashes: this.#crashes }, "a source crashed too often, and is left alone");
    this.#change({
      state: isParked ? "parked" : "retrying",
      connectedSince: null,
      failures,
      nextTryAt: new Date(Date.now() + pauseMs),
      lag: null,
      lastError: toLastError(message),
    });
    return pauseMs;
  }

  #change(changed: Partial<ConsumerHealth>): void {
    if (changed.state && changed.state !== this.health.state) {
      this.task.services.log.debug({ ...this.#ids, state: changed.state }, "a source changed its state");
    }
    this.health = { ...this.health, ...changed };
    this.onChange();
  }
}

function toLastError(message: string): NonNullable<ConsumerHealth["lastError"]> {
  return { message: message.slice(0, MAX_ERROR_LENGTH), at: new Date() };
}
