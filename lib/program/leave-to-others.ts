import type { PresentShards } from "@/lib/db/placement/shards";
import { endsWithin } from "@/lib/kernel/patience";
import type { Runtime } from "@/lib/program/runtime";
import type { Dispatch } from "@/lib/queue/dispatch";
import { LaneMarks } from "@/lib/queue/lane-marks";
import type { Waker } from "@/lib/queue/waker";

type Others = { shards: PresentShards; waker: Waker; standIn: { stop(): Promise<void> } };

/** What becomes of committed deliveries, by the id of their shard. */
export type Taking = { readonly dispatches: ReadonlyMap<string, Dispatch>; stop(patienceMs: number): Promise<void> };

/**
 * The dispatches of a copy that delivers nothing itself: it leases nothing, and tells other copies' workers what is due.
 * `standIn` stops with it.
 */
export function leaveToOthers({ log }: Runtime, { shards, waker, standIn }: Others): Taking {
  const warn = (error: unknown) => log.warn({ err: error }, "marking lanes as due failed; trying again");
  const marks = new Map(shards.all.map(({ id, work }) => [id, new LaneMarks(work.pool, { onError: warn })]));
  const toDispatch = (ofShard: LaneMarks): Dispatch => ({
    workerId: null,
    reserve: () => false,
    unreserve() {},
    accept() {},
    markDue: (lanes, delayMs) => ofShard.mark(lanes, delayMs),
    wakePulls: () => waker.tell("pulls"),
    doubt() {},
  });
  return {
    dispatches: new Map([...marks].map(([id, ofShard]) => [id, toDispatch(ofShard)])),
    async stop(patienceMs) {
      await Promise.all([...marks.values()].map((one) => one.stop().catch(warn)));
      await endsWithin(standIn.stop(), patienceMs);
    },
  };
}
