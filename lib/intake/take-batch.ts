import { type IncomingEvent, type RecordedEvent, weightOf } from "@/lib/intake/recorder";
import type { Ahead } from "@/lib/intake/route-ahead";
import type { OnCommit } from "@/lib/intake/trace-event";

/** An event that waits for its commit. */
export type Waiting = {
  event: IncomingEvent;
  ahead: Ahead | null;
  since: number;
  /** Called when it is committed; null if nobody asks. */
  onCommit: OnCommit | null;
  resolve(result: RecordedEvent): void;
  reject(error: unknown): void;
};

export const MAX_BATCH_EVENTS = 200;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Takes from the events that wait as many as one commit may have, at least one. */
export function takeBatch(waiting: Waiting[]): { batch: Waiting[]; bytes: number } {
  let count = 0;
  let bytes = 0;
  for (const { event } of waiting) {
    if (count === MAX_BATCH_EVENTS || (count > 0 && bytes + weightOf(event) > MAX_BATCH_BYTES)) break;
    count += 1;
    bytes += weightOf(event);
  }
  return { batch: waiting.splice(0, count), bytes };
}
