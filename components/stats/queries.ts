import type { Interval } from "@/components/charts/time-steps";
import { read } from "@/components/data/read";
import type { AskedRange } from "@/components/stats/stats-range";

/** What statistics are of; without any of them, the whole project. Each is a list of ids, separated by commas. */
export type StatsOf = { endpointId?: string; sourceId?: string; subscriptionId?: string };

export const statsRead = (projectID: string, query: AskedRange & { interval: Interval } & StatsOf) =>
  read("/v1/projects/{projectID}/stats", { projectID }, query);

export const endpointStatsRead = (projectID: string, endpointID: string, range: AskedRange) =>
  read("/v1/projects/{projectID}/endpoints/{endpointID}/stats", { projectID, endpointID }, range);

/** The last day of the endpoints of a list. */
export const endpointDaysRead = (projectID: string, endpointIDs: readonly string[]) =>
  read("/v1/projects/{projectID}/stats/endpoints", { projectID }, { endpointId: endpointIDs.join(",") });

/** The last day of the sources of a list. */
export const sourceDaysRead = (projectID: string, sourceIDs: readonly string[]) =>
  read("/v1/projects/{projectID}/stats/sources", { projectID }, { sourceId: sourceIDs.join(",") });

/** The last day of the subscriptions of a list. */
export const subscriptionDaysRead = (projectID: string, subscriptionIDs: readonly string[]) =>
  read("/v1/projects/{projectID}/stats/subscriptions", { projectID }, { subscriptionId: subscriptionIDs.join(",") });

/** What waits, of the project or of an endpoint, and whether it becomes less. */
export const backlogRead = (projectID: string, query: Pick<StatsOf, "endpointId"> = {}) =>
  read("/v1/projects/{projectID}/stats/backlog", { projectID }, query);

export const deliveryCountsRead = (projectID: string, query: AskedRange & { endpointId?: string }) =>
  read("/v1/projects/{projectID}/eventdeliveries/counts", { projectID }, query);
