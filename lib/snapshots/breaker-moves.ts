import type { EndpointStatus } from "@/lib/kernel/vocabulary";
import type { BreakerMove } from "@/lib/snapshots/snapshot-cache";

/** The channel on which the database tells which endpoints have another status. */
export const BREAKER_CHANNEL = "hookyard_breakers";

/** Reads a notification: `<project> <endpoint> <status>` of each, with commas between them. */
export function readBreakerMoves(payload: string): BreakerMove[] {
  return payload.split(",").map((move) => {
    const [projectId = "", endpointId = "", status = ""] = move.split(" ");
    return { projectId, endpointId, status: status as EndpointStatus };
  });
}
