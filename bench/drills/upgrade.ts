import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "@/bench/clock";
import type { Copy } from "@/bench/copy";
import type { Drill } from "@/bench/drills/drill";
import { openQuietProject, type QuietProject } from "@/bench/drills/quiet-project";
import { countUnanswered } from "@/bench/drills/rolling";
import { ROOT } from "@/bench/process";

export const ROLLING_UPGRADE = "rolling-upgrade";

/** For a copy to deliver something of its own. */
const AT_WORK_MS = 30_000;
/** For everybody to hear that a copy is ready again. */
const BETWEEN_MS = 500;

/**
 * Three copies of the release in that folder are replaced by this version one after another, under load, as a rollout
 * does; in the middle one that was replaced goes back. The copy with the database stays what it was. At each step every
 * copy delivers, and those of both versions tell the same.
 */
export function rollingUpgrade(release: string): Drill {
  return {
    name: ROLLING_UPGRADE,
    async disturb(scene) {
      const { first: old, others } = scene;
      const quiet = await openQuietProject(old, scene.receiverUrl);
      const replace = async (place: number, program: string) => {
        const copy = others[place];
        if (copy === undefined) throw new Error(`There is no copy ${place}.`);
        await copy.stop();
        await copy.restart(program);
        const versions = await Promise.all([old, ...others].map(readVersion));
        console.error(`  ${versions.join(", ")}`);
        await expectAllAtWork(others, quiet);
        return copy;
      };
      await quiet.compare(old, await replace(0, ROOT));
      await replace(1, ROOT);
      await replace(0, release);
      await replace(0, ROOT);
      await quiet.compare(old, await replace(2, ROOT));
      return async (loads) => {
        const unanswered = loads.reduce((sum, load) => sum + countUnanswered(load), 0);
        const refused = scene.balancer?.refused;
        if (refused !== 0) throw new Error(`${refused} connections were refused.`);
        if (unanswered !== 0) throw new Error(`${unanswered} requests were not answered with a 2xx.`);
      };
    },
  };
}

/**
 * Throws unless each of the copies takes and delivers something within the time. The connections of the load stay where
 * they are while their copy does, so that one that has just started gets none of it.
 */
async function expectAllAtWork(copies: readonly Copy[], quiet: QuietProject): Promise<void> {
  const before = await Promise.all(copies.map(countAttempts));
  const idle = async () => {
    const now = await Promise.all(copies.map(countAttempts));
    return copies.filter((_, place) => Number(now[place]) === Number(before[place]));
  };
  const end = monotonicMs() + AT_WORK_MS;
  for (let left = await idle(); left.length > 0; left = await idle()) {
    if (monotonicMs() > end) throw new Error(`${left.map(({ url }) => url)} delivered nothing in ${AT_WORK_MS} ms.`);
    await Promise.all(left.map((copy) => quiet.send(copy)));
    await pause(BETWEEN_MS);
  }
}

/** The version that a copy runs, by its metrics. */
async function readVersion(copy: Copy): Promise<string | undefined> {
  return /^hookyard_build_info\{.*version="([^"]+)"/m.exec(await readMetrics(copy))?.[1];
}

/** How many attempts ended in this copy since it started. */
async function countAttempts(copy: Copy): Promise<number> {
  const counts = (await readMetrics(copy)).matchAll(/^hookyard_attempts_total\{.*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function readMetrics({ url }: Copy): Promise<string> {
  const answer = await fetch(new URL("/metrics", url));
  if (!answer.ok) throw new Error(`${url}/metrics answered ${answer.status}.`);
  return answer.text();
}
