import { type Query, read } from "@/components/data/read";

export const incidentListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/incidents", { projectID }, query);

export const incidentRead = (projectID: string, incidentID: string) =>
  read("/v1/projects/{projectID}/incidents/{incidentID}", { projectID, incidentID });

/** Incidents that have not recovered: as many as are worth counting. */
export const presentIncidentsRead = (projectID: string) =>
  incidentListRead(projectID, { status: "open,acknowledged", perPage: 50 });

/** Incidents of some endpoints that have not recovered. */
export const incidentsOfEndpointsRead = (projectID: string, endpointIDs: readonly string[]) =>
  incidentListRead(projectID, { status: "open,acknowledged", endpointId: endpointIDs.join(","), perPage: 100 });

/** The latest few incidents of an endpoint that have not recovered. */
export const incidentsOfEndpointRead = (projectID: string, endpointID: string) =>
  incidentListRead(projectID, { status: "open,acknowledged", endpointId: endpointID, perPage: 3 });
