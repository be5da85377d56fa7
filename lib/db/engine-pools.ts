import { createDatabase } from "@/lib/db/client";
import { shareConnections } from "@/lib/kernel/connection-budget";

/**
 * The engines' statements restrict every table by the ids of their batch. The planner, which believes that tables that
 * fill and empty by the second are empty, must still not prefer to read them whole, nor plan anew each time.
 */
const SETTINGS = "-c timezone=UTC -c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan";

/** Seconds that a statement may take, and that its answer may: a server that is frozen or cut off does not tell. */
const PATIENCE = {
  /** Taking events in: a sender is told within this that its event could not be stored. */
  ingest: { statement: 10, answer: 10 },
  /** Claiming, routing, settling: batches that are quick, and are tried again. */
  work: { statement: 12, answer: 15 },
  /** Upkeep: what takes its time. */
  upkeep: { statement: 120, answer: 130 },
} as const;

/**
 * Connections of the engines, apart from each other, so that no kind of work waits for another's connections. `budget` is
 * for all connections of the copy.
 */
export function openEnginePools(url: string, budget: number) {
  const sizes = shareConnections(budget);
  const open = (kind: keyof typeof PATIENCE) => {
    const { statement, answer } = PATIENCE[kind];
    return createDatabase(url, {
      max: sizes[kind],
      name: `hookyard ${kind}`,
      options: `-c statement_timeout=${statement * 1_000} ${SETTINGS}`,
      answerTimeoutMs: answer * 1_000,
    });
  };
  const [ingest, work, upkeep] = [open("ingest"), open("work"), open("upkeep")];
  return {
    ingest,
    work,
    upkeep,
    close: () => Promise.all([ingest.destroy(), work.destroy(), upkeep.destroy()]),
  };
}
