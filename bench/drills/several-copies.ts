import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "@/bench/drills/drill";
import { LEASE_SECONDS } from "@/lib/queue/lease";

/** Troubles of several copies on one database: a web copy and two with all roles. */
export const SEVERAL_COPIES_DRILLS: readonly Drill[] = [
  {
    name: "kill-worker",
    isRestart: true,
    async disturb({ others: [worker] }) {
      await worker?.kill("server");
    },
  },
  {
    name: "two-copies",
    isEverywhere: true,
    async disturb({ others }) {
      for (const copy of others) {
        await copy.stop();
        await copy.restart();
      }
    },
  },
  {
    name: "stall-worker",
    async disturb({ others: [worker] }) {
      const resume = worker?.pauseServer();
      // Past the end of its leases, so that the other has taken over and settled its deliveries.
      await pause((LEASE_SECONDS + 3) * 1_000);
      resume?.();
    },
  },
];
