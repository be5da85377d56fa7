import { setTimeout as pause } from "node:timers/promises";
import type { Drill, Scene } from "@/bench/drills/drill";
import { killProcesses, signalProcesses, waitUntilGone } from "@/bench/processes";
import type { Behaviour } from "@/bench/receiver.process";

const BAD_RECEIVER_MS = 5_000;
const FROZEN_DATABASE_MS = 10_000;
const CLOCK_MS = 1_500;

/** Troubles of a single copy with its database. */
export const ONE_COPY_DRILLS: readonly Drill[] = [
  {
    name: "kill-process",
    isRestart: true,
    async disturb({ first }) {
      await first.kill("server");
      await first.restart();
    },
  },
  {
    name: "kill-everything",
    isRestart: true,
    async disturb({ first }) {
      await first.kill("everything");
      await first.restart();
    },
  },
  {
    name: "restart-postgres",
    isRestart: true,
    async disturb({ first }) {
      // SIGINT to the postmaster is PostgreSQL's fast shutdown; the program restarts it.
      const postmaster = first.postmaster();
      signalProcesses([postmaster], "SIGINT");
      await waitUntilGone([postmaster]);
    },
  },
  {
    name: "kill-postgres",
    isRestart: true,
    async disturb({ first }) {
      await killProcesses(first.pids().postgres);
    },
  },
  {
    name: "freeze-postgres",
    async disturb({ first }) {
      const resume = first.pauseDatabase();
      await pause(FROZEN_DATABASE_MS);
      resume();
    },
  },
  badReceiver("receiver-hangs", "hold"),
  badReceiver("receiver-resets", "reset"),
  badReceiver("receiver-drips", "drip"),
  badReceiver("receiver-endless", "endless"),
  badReceiver("receiver-huge-headers", "hugeHeaders"),
  badReceiver("receiver-redirects", "redirect"),
  {
    name: "clock-jump",
    async disturb({ first }) {
      // An hour ahead, an hour behind, and right again: see jumping-clock.mjs.
      for (let jump = 0; jump < 3; jump += 1) {
        signalProcesses([first.pids().server], "SIGUSR2");
        await pause(CLOCK_MS);
      }
    },
  },
];

function badReceiver(name: string, behaviour: Behaviour): Drill {
  return {
    name,
    async disturb({ receiver }: Scene) {
      await receiver.call("answerWith", behaviour);
      await pause(BAD_RECEIVER_MS);
      await receiver.call("answerWith", 200);
    },
  };
}
