import type { Logger } from "@/lib/kernel/log";

const QUIET_MS = 60_000;
const SUCCESS = 0;
/** What the SDK says where more spans end than it may keep until they are exported. */
const DROPPED = /^Dropped (\d+) spans/;

type Result = { code: number; error?: Error };
type Exporter<Span> = {
  export(spans: Span[], tell: (result: Result) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
};

/** Passes spans on to an exporter. Logs that some were lost, at most once a minute, with how many since the last time. */
export class ExportWatch<Span> {
  #quietUntil = Number.NEGATIVE_INFINITY;
  #lost = 0;

  constructor(
    private readonly exporter: Exporter<Span>,
    private readonly log: Logger,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  export(spans: Span[], tell: (result: Result) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code !== SUCCESS) this.#note(spans.length, result.error ?? new Error("No reason was given."));
      tell(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  /**
   * Hears what the SDK says of itself. Only dropped spans are for the log: other messages repeat settings, which may be
   * credentials.
   */
  hear(message: string): void {
    const dropped = DROPPED.exec(message)?.[1];
    if (dropped !== undefined) this.#note(Number(dropped), new Error("More spans ended than could wait."));
  }

  #note(spans: number, error: Error): void {
    this.#lost += spans;
    if (this.nowMs() < this.#quietUntil) return;
    this.log.warn({ err: error, spans: this.#lost }, "traces could not be exported");
    this.#quietUntil = this.nowMs() + QUIET_MS;
    this.#lost = 0;
  }
}
