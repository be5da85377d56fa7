import { version } from "@/lib/kernel/version";
import { exposeGauges, type Figure } from "@/lib/metrics/gauges";
import type { SignalHub } from "@/lib/nouns/signals/signal-hub";
import type { Generation } from "@/lib/program/generations";
import { POOL_FIGURES, type PoolParts } from "@/lib/program/pool-figures";
import type { DevicePulls } from "@/lib/sending/device-pulls";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** What the figures of a process are read from. */
export type ProcessParts = PoolParts & {
  readonly snapshots: SnapshotCache;
  readonly signals: SignalHub;
  readonly devices: DevicePulls;
  readonly generation: () => Generation;
};

/** Figures of one process, which a copy tells as the sum of its processes. */
export const PROCESS_FIGURES: Record<string, Figure<ProcessParts>> = {
  hookyard_build_info: {
    help: "1 for each process, with its version",
    labels: ["version"],
    of: () => [[1, { version }]],
  },
  ...POOL_FIGURES,
  hookyard_commit_waiting_events: {
    help: "Accepted events that wait for their commit; their senders have no answer yet",
    of: ({ generation }) => [[generation().recorder.waiting.events]],
  },
  hookyard_commit_waiting_bytes: {
    help: "Memory of the events that wait for their commit",
    of: ({ generation }) => [[generation().recorder.waiting.bytes]],
  },
  hookyard_leased_deliveries: {
    help: "Deliveries that the process has leased: waiting, in flight or not yet settled",
    of: ({ generation }) => [[generation().workers?.shared.taken.places ?? 0]],
  },
  hookyard_attempts_in_flight: {
    help: "Attempts that have begun and not ended",
    of: ({ generation }) => [[generation().workers?.delivery.attempts ?? 0]],
  },
  hookyard_snapshots: {
    help: "Projects whose configuration is in memory",
    of: ({ snapshots }) => [[snapshots.size]],
  },
  hookyard_streams: {
    help: "Streams of signals that are open to pages",
    of: ({ signals }) => [[signals.open]],
  },
  hookyard_device_pulls: {
    help: "Pulls of devices that wait for deliveries",
    of: ({ devices }) => [[devices.waiting]],
  },
};

/** Puts the figures of this process among its metrics. */
export function exposeProcess(parts: ProcessParts): void {
  exposeGauges(PROCESS_FIGURES, () => parts, "sum");
}
