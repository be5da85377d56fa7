import type { Logger } from "@/lib/kernel/log";

const QUIET_MS = 60_000;
const SUCCESS = 0;

type Result = { code: number; error?: Error };
type Exporter<Span> = {
  export(spans: Span[], tell: (result: Result) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
};

/** Passes spans on to an exporter. Logs that it fails, at most once a minute, with how many spans were lost since. */
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
      if (result.code !== SUCCESS) this.#note(spans.length, result.error);
      tell(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  #note(spans: number, error: Error | undefined): void {
    this.#lost += spans;
    if (this.nowMs() < this.#quietUntil) return;
    this.log.warn({ err: error, spans: this.#lost }, "traces could not be exported");
    this.#quietUntil = this.nowMs() + QUIET_MS;
    this.#lost = 0;
  }
}
