import type { QueryClient } from "@tanstack/react-query";
import { deliveryCountsRead } from "@/components/stats/queries";
import { ApiError } from "@/lib/api/client";

/**
 * "1,204 waiting deliveries become Discarded.", for a question about an endpoint; without a number if the count could
 * not be read, since the question is asked all the same.
 */
export async function tellWaitingDeliveries(client: QueryClient, projectID: string, endpointID: string) {
  try {
    const counts = await client.fetchQuery({
      ...deliveryCountsRead(projectID, { endpointId: endpointID }),
      staleTime: 0,
      retry: false,
    });
    return tellWaiting(counts.Scheduled + counts.Retry);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return "Its waiting deliveries become Discarded.";
  }
}

export function tellWaiting(count: number): string {
  if (count === 0) return "No delivery waits for it.";
  if (count === 1) return "1 waiting delivery becomes Discarded.";
  return `${count.toLocaleString("en")} waiting deliveries become Discarded.`;
}
