import { setTimeout as pause } from "node:timers/promises";
import type { Drill } from "@/bench/drills/drill";
import { fillDisk } from "@/lib/db/small-disk.fixture";

const LOOKS = 12;
const LOOK_MS = 500;
/** How long until commits find no space: the free space inside the files is used up first. */
const UNNOTICED_LOOKS = 6;

/** Troubles of a copy whose data is on a small disk of its own. */
export const SMALL_DISK_DRILLS: readonly Drill[] = [
  {
    name: "full-disk",
    async disturb({ first }) {
      const giveBack = fillDisk(first.dataDir);
      try {
        for (let look = 0; look < LOOKS; look += 1) {
          await pause(LOOK_MS);
          const { status } = await fetch(new URL("/readyz", first.url));
          const isRight = status === 503 || (status === 200 && look < UNNOTICED_LOOKS);
          if (!isRight) throw new Error(`With a full disk /readyz answered ${status}.`);
        }
      } finally {
        giveBack();
      }
    },
  },
];
