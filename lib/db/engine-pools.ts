import { createDatabase } from "@/lib/db/client";
import { shareConnections } from "@/lib/kernel/connection-budget";

/**
 * The engines' statements restrict every table by the ids of their batch. The query planner sees tables that fill and
 * empty within seconds as empty, and still must neither prefer to read them whole nor plan each statement anew.
 */
const SETTINGS = "-c timezone=UTC -c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan";

/** The timeouts of a statement and of its answer, in seconds: a frozen or unreachable server reports nothing. */
const PATIENCE = {
  /** Accepting events: a sender learns within this that its event could not be stored. */
  ingest: { statement: 10, answer: 10 },
  /** Claiming, routing, settling: quick batches that are repeated. */
  work: { statement: 12, answer: 15 },
  /** Maintenance: statements that take long. */
  upkeep: { statement: 120, answer: 130 },
} as const;

/**
 * Opens the connections of the engines, in separate pools, so that no work waits for the connections of another.
 * `budget` covers all connections of the copy.
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
      // What happens for each event is too frequent for spans of its statements.
      isTraced: kind === "upkeep",
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
