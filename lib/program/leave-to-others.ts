import type pg from "pg";
import { endsWithin } from "@/lib/kernel/patience";
import type { Runtime } from "@/lib/program/runtime";
import type { Dispatch } from "@/lib/queue/dispatch";
import { LaneMarks } from "@/lib/queue/lane-marks";

type Others = { pool: pg.Pool; wakeOthers: () => void; standIn: { stop(): Promise<void> } };

/**
 * The dispatch of a copy that delivers nothing itself: it leases nothing, and tells other copies' workers what is due.
 * `standIn` stops with it.
 */
export function leaveToOthers(
  { log }: Runtime,
  { pool, wakeOthers, standIn }: Others,
): Dispatch & { stop(patienceMs: number): Promise<void> } {
  const warn = (error: unknown) => log.warn({ err: error }, "marking lanes as due failed; trying again");
  const marks = new LaneMarks(pool, wakeOthers, warn);
  return {
    workerId: null,
    reserve: () => false,
    unreserve() {},
    accept() {},
    markDue: (lanes, delayMs) => marks.mark(lanes, delayMs),
    wakePulls: wakeOthers,
    doubt() {},
    async stop(patienceMs) {
      await marks.stop().catch(warn);
      await endsWithin(standIn.stop(), patienceMs);
    },
  };
}
