import { backOffMs, delay } from "@/lib/feeds/back-off";
import type { ConsumerTask } from "@/lib/feeds/consumer";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

const MAX_WAIT_MS = 30_000;

/** Thrown when the consumer was stopped before what it had in hand was committed. */
export class NotCommitted extends Error {}

/** Commits, and while the store is away or the project's limit is reached, waits with a growing pause and tries again. */
export async function commitPatiently<T>(task: ConsumerTask, commit: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await commit();
    } catch (error) {
      const told = toHookyardError(error);
      if (told.code !== "unavailable" && told.code !== "rate_limited") throw error;
      task.report.problem(told.message);
      await delay(Math.min(Math.max(backOffMs(failures), (told.retryAfter ?? 0) * 1000), MAX_WAIT_MS), task.signal);
      if (task.signal.aborted) throw new NotCommitted("Stopped before it was committed.");
    }
  }
}
