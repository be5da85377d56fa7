import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "@/bench/clock";
import type { Copy } from "@/bench/copy";
import { signalProcesses } from "@/bench/processes";
import { openConnection } from "@/lib/db/connection";

/** Something that delayed events, in milliseconds of the clock that all processes share. */
type Stall = { what: "collector" | "loop" | "checkpoint"; from: number; to: number };

/** How many of the slowest events each sort of stall delayed; the first match counts, beginning with the collector. */
export type Tail = Record<Stall["what"] | "other", number>;

const SLOWEST = 0.01;
const LOOK_MS = 250;
const WRITING_MS = 500;

/** Records what blocks a copy until the returned function is called, which reports what the slowest events met. */
export async function watchTail(
  copy: Copy,
  file: string,
): Promise<(events: { from: number; to: number }[]) => Promise<Tail>> {
  const client = await openConnection(copy.databaseUrl());
  const checkpoints: Stall[] = [];
  let isOver = false;
  const watching = (async () => {
    let before = await readCheckpoints();
    while (!isOver) {
      const from = monotonicMs();
      await pause(LOOK_MS);
      const now = await readCheckpoints();
      if (now !== before) checkpoints.push({ what: "checkpoint", from, to: monotonicMs() });
      before = now;
    }
  })();
  async function readCheckpoints(): Promise<string> {
    const { rows } = await client.query<{ written: string }>(
      "select buffers_written || ' ' || sync_time as written from pg_stat_checkpointer",
    );
    return rows[0]?.written ?? "";
  }
  signalProcesses([copy.pids().server], "SIGUSR2");
  return async (events) => {
    isOver = true;
    await watching;
    await client.end();
    signalProcesses([copy.pids().server], "SIGUSR2");
    await pause(WRITING_MS);
    const stalls = [...(JSON.parse(readFileSync(file, "utf8")) as Stall[]), ...checkpoints];
    const slowest = events.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, Math.ceil(events.length * SLOWEST));
    const tail: Tail = { collector: 0, loop: 0, checkpoint: 0, other: 0 };
    for (const event of slowest) tail[explain(event, stalls)] += 1;
    return tail;
  };
}

function explain({ from, to }: { from: number; to: number }, stalls: readonly Stall[]): keyof Tail {
  const met = new Set(stalls.filter((stall) => stall.from < to && stall.to > from).map(({ what }) => what));
  return (["collector", "loop", "checkpoint"] as const).find((what) => met.has(what)) ?? "other";
}
