import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "@/bench/clock";
import { type Drill, openProject, type Scene } from "@/bench/drills/drill";
import type { LoadResult } from "@/bench/load/record";

const RESTARTS = 20;
const HUNG = 60;
/** For how long a receiver may hang: the longest that an endpoint allows. */
const HANG_SECONDS = 120;
/** For everybody to hear that a copy is ready again. */
const BETWEEN_MS = 500;
const LONGEST_SECONDS = 1_200;
const NUMBERS_OF_HUNG = 5_000_000;

/** Shorter times than the usual ones, so that twenty stops are minutes, and connections for four copies of a hundred. */
export const ROLLING_SETTINGS = {
  HOOKYARD_DRAIN_SECONDS: "2",
  HOOKYARD_STOP_SECONDS: "8",
  HOOKYARD_DB_CONNECTIONS: "22",
};
const MOST_MS =
  (Number(ROLLING_SETTINGS.HOOKYARD_DRAIN_SECONDS) + Number(ROLLING_SETTINGS.HOOKYARD_STOP_SECONDS)) * 1_000;

/** Three copies behind a balancer are restarted in turn, twenty times, while receivers hang. */
export const ROLLING: Drill = {
  name: "rolling-restarts",
  seconds: LONGEST_SECONDS,
  async disturb(scene) {
    const hung = await startHungDeliveries(scene);
    const stops: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const copy = scene.others[restart % scene.others.length];
      if (copy === undefined) throw new Error("There is no copy to restart.");
      const startedAt = monotonicMs();
      await copy.stop();
      stops.push(monotonicMs() - startedAt);
      await copy.restart();
      await pause(BETWEEN_MS);
    }
    return async (loads) => {
      const longest = Math.round(Math.max(...stops));
      const unanswered = loads.reduce((sum, load) => sum + countUnanswered(load), 0);
      const { refused } = scene.balancer ?? { refused: Number.NaN };
      console.error(
        `${RESTARTS} restarts: the longest stop took ${longest} ms of ${MOST_MS}; ${refused} connections refused, ${unanswered} requests without a 2xx`,
      );
      const arrived = await hung.answer();
      if (arrived !== HUNG) throw new Error(`Of ${HUNG} deliveries to a receiver that hung, ${arrived} arrived.`);
      if (longest > MOST_MS) throw new Error(`A stop took ${longest} ms, more than ${MOST_MS}.`);
      if (refused !== 0) throw new Error(`${refused} connections were refused.`);
      if (unanswered !== 0) throw new Error(`${unanswered} requests were not answered with a 2xx.`);
    };
  },
};

/** Sends events to a receiver that holds its answers, until `answer`, which returns how many arrived in the end. */
async function startHungDeliveries({ first, loads, hanging }: Scene): Promise<{ answer(): Promise<number> }> {
  const load = loads[1];
  if (hanging === undefined || load === undefined) throw new Error("The scene has no receiver that hangs.");
  const url = await hanging.call("listen");
  await hanging.call("answerWith", "hold");
  const { ingestUrl } = await openProject(first, "Hung", url, { http_timeout: HANG_SECONDS });
  await load.process.call("run", {
    target: { url: new URL(new URL(ingestUrl).pathname, load.entry.url).toString() },
    firstNumber: NUMBERS_OF_HUNG,
    connections: 1,
    seconds: HUNG / 20,
    rate: 20,
  });
  return {
    async answer() {
      await hanging.call("answerWith", 200);
      for (let look = 0; look < 300 && (await hanging.call("progress")) < HUNG; look += 1) await pause(200);
      return hanging.call("progress");
    },
  };
}

/** How many requests got another answer than a 2xx, or none. */
export function countUnanswered({ statuses }: LoadResult): number {
  return statuses.reduce((sum, status) => sum + (status >= 200 && status < 300 ? 0 : 1), 0);
}
