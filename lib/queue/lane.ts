import { type Destination, destinationId } from "@/lib/queue/destination";

/**
 * A lane is what is claimed fairly and bounded: the deliveries of a destination, or those of one subscription with a
 * rate limit of its own, so that its waiting deliveries block no others. Every delivery is in exactly one lane.
 */
export function laneOf(destination: Destination, limitedSubscriptionId: string | null): string {
  return limitedSubscriptionId ?? destinationId(destination);
}

/** The condition under which a subscription `s` has a lane of its own. */
export const HAS_OWN_LANE = "s.rate_limit_config is not null and s.deleted_at is null";

/** The ids of all lanes that may contain deliveries of a destination: limits come and go while deliveries wait. */
export function lanesOf(projectId: string, destinationId: string): string {
  return `select ${destinationId}
    union all select s.id from subscriptions s where s.project_id = ${projectId} and s.endpoint_id = ${destinationId}
    union all select s.id from subscriptions s where s.project_id = ${projectId} and s.device_id = ${destinationId}`;
}
