import type { Interval } from "@/components/charts/time-steps";
import { read } from "@/components/data/read";
import type { AskedRange } from "@/components/stats/stats-range";

export const statsRead = (projectID: string, query: AskedRange & { interval: Interval; endpointId?: string }) =>
  read("/v1/projects/{projectID}/stats", { projectID }, query);

export const endpointStatsRead = (projectID: string, endpointID: string, range: AskedRange) =>
  read("/v1/projects/{projectID}/endpoints/{endpointID}/stats", { projectID, endpointID }, range);

export const deliveryCountsRead = (projectID: string, query: AskedRange & { endpointId?: string }) =>
  read("/v1/projects/{projectID}/eventdeliveries/counts", { projectID }, query);
