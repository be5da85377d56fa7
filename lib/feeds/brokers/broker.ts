import type { AddressGuard } from "@/lib/egress/address-guard";
import type { IsolatedTask } from "@/lib/feeds/consumer";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

/**
 * One kind of broker. `check` walks the whole way to the messages, takes none and changes nothing, and says where it ends
 * if it does. `consume` keeps the promise of an IsolatedKind, and acknowledges only what `store.accept` returned for.
 */
export type Broker<Settings> = {
  check(settings: Settings, guard: AddressGuard): Promise<ConnectionCheck[]>;
  consume(task: IsolatedTask, settings: Settings, workers: number): Promise<void>;
};

/** Resolves when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Asks what waits at the source now and every 5 s, until the signal is aborted or `stop` is called. One that fails is left out. */
export function watchLag(task: IsolatedTask, read: () => Promise<number | null>): { stop(): void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const round = async () => {
    try {
      const lag = await read();
      if (lag !== null && !stopped) task.report.lag(lag, "messages");
    } catch (error) {
      // Telling needs rights that consuming does not; a lost connection shows elsewhere.
      task.log.debug({ err: error, source: task.source.id }, "the lag of a source could not be read");
    }
    if (!stopped) timer = setTimeout(() => void round(), LAG_MS);
  };
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  task.signal.addEventListener("abort", stop, { once: true });
  void round();
  return { stop };
}

const LAG_MS = 5_000;
