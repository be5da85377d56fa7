import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import type { BreakerMove } from "@/lib/snapshots/snapshot-cache";

/** The channel on which the database announces endpoints whose status changed. */
export const BREAKER_CHANNEL = "hookyard_breakers";

/** Reads a notification: `<project> <endpoint> <status>` for each endpoint, separated by commas. */
export function readBreakerMoves(payload: string): BreakerMove[] {
  return payload.split(",").map((move) => {
    const [projectId = "", endpointId = "", status = ""] = move.split(" ");
    return { projectId, endpointId, status: status as EndpointStatus };
  });
}
