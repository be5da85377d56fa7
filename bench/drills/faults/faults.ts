import { BROKER_AWAY } from "@/bench/drills/faults/broker-away";
import { DATABASE_AWAY } from "@/bench/drills/faults/database-away";
import type { Fault } from "@/bench/drills/faults/fault";
import { FULL_DISK } from "@/bench/drills/faults/full-disk";
import { RECEIVER_DEAD } from "@/bench/drills/faults/receiver-dead";
import { SLOT_FILLING } from "@/bench/drills/faults/slot-filling";
import { WORKER_KILLED } from "@/bench/drills/faults/worker-killed";

/** Faults that rules are to find, each in an installation of its own. */
export const FAULTS: readonly Fault[] = [
  BROKER_AWAY,
  DATABASE_AWAY,
  RECEIVER_DEAD,
  FULL_DISK,
  WORKER_KILLED,
  SLOT_FILLING,
];

/** The name by which all of them are asked for. */
export const ALL_FAULTS = "faults";
