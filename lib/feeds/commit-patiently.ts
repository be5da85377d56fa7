import { backOffMs, delay } from "@/lib/feeds/back-off";
import type { ConsumerTask } from "@/lib/feeds/consumer";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

const MAX_WAIT_MS = 30_000;

/** Thrown if the consumer was stopped before its messages in hand were committed. */
export class NotCommitted extends Error {}

/** Commits, and repeats with a growing pause while the database is unreachable or the project's limit is reached. */
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
