import { type Query, read } from "@/components/data/read";

export const alertListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/alerts", { projectID }, query);

/** Unacknowledged alerts: as many as are worth counting. */
export const newAlertsRead = (projectID: string) => alertListRead(projectID, { acknowledged: "false", perPage: 100 });
