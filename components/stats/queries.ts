import type { Interval } from "@/components/charts/time-steps";
import { read } from "@/components/data/read";
import type { AskedRange } from "@/components/stats/stats-range";

export const statsRead = (projectID: string, query: AskedRange & { interval: Interval; endpointId?: string }) =>
  read("/v1/projects/{projectID}/stats", { projectID }, query);

export const endpointStatsRead = (projectID: string, endpointID: string, range: AskedRange) =>
  read("/v1/projects/{projectID}/endpoints/{endpointID}/stats", { projectID, endpointID }, range);

/** The last day of the endpoints of a list. */
export const endpointDaysRead = (projectID: string, endpointIDs: readonly string[]) =>
  read("/v1/projects/{projectID}/stats/endpoints", { projectID }, { endpointId: endpointIDs.join(",") });

export const deliveryCountsRead = (projectID: string, query: AskedRange & { endpointId?: string }) =>
  read("/v1/projects/{projectID}/eventdeliveries/counts", { projectID }, query);
