import { setTimeout as pause } from "node:timers/promises";
import type { Copy } from "@/bench/copy";
import type { Drill, Scene } from "@/bench/drills/drill";
import { killProcesses } from "@/bench/processes";

const TROUBLE_MS = 5 * 60_000;
const CALM_MS = { least: 500, most: 6_000 };
/** A copy that starts while its database is unreachable exits, as it says; its supervisor starts it again. */
const STARTS = 10;
const START_AGAIN_MS = 1_000;

type Trouble = { readonly name: string; make(scene: Scene): Promise<void> };

const TROUBLES: readonly Trouble[] = [
  { name: "the copy with the database", make: ({ first }) => killAndStart(first, "server") },
  { name: "the copy with the database, and that", make: ({ first }) => killAndStart(first, "everything") },
  { name: "the database", make: ({ first }) => killProcesses(first.pids().postgres) },
  ...[0, 1].map((which) => ({
    name: `worker ${which + 1}`,
    make: ({ others }: Scene) => killAndStart(others[which] as Copy, "server"),
  })),
];

/** Kills copies and the database at random for five minutes, in any state of the others. */
export const RANDOM_KILLS: Drill = {
  name: "random-kills",
  isEverywhere: true,
  seconds: TROUBLE_MS / 1_000 + 60,
  async disturb(scene) {
    const end = performance.now() + TROUBLE_MS;
    const counts = new Map<string, number>();
    while (performance.now() < end) {
      await pause(CALM_MS.least + Math.random() * (CALM_MS.most - CALM_MS.least));
      const trouble = TROUBLES[Math.floor(Math.random() * TROUBLES.length)] as Trouble;
      counts.set(trouble.name, (counts.get(trouble.name) ?? 0) + 1);
      await trouble.make(scene);
    }
    console.error(`  killed: ${[...counts].map(([name, count]) => `${name} ${count} times`).join("; ")}`);
  },
};

async function killAndStart(copy: Copy, what: "server" | "everything"): Promise<void> {
  await copy.kill(what);
  for (let start = 1; ; start++) {
    try {
      return await copy.restart();
    } catch (error) {
      if (start === STARTS) throw error;
      await pause(START_AGAIN_MS);
    }
  }
}
