import { type Query, read } from "@/components/data/read";

export const eventTypeListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/event-types", { projectID }, query);

export const eventTypeRead = (projectID: string, eventTypeID: string) =>
  read("/v1/projects/{projectID}/event-types/{eventTypeID}", { projectID, eventTypeID });

export const versionListRead = (projectID: string, eventTypeID: string, query: Query) =>
  read("/v1/projects/{projectID}/event-types/{eventTypeID}/versions", { projectID, eventTypeID }, query);

/** With its content and changes, which never change. */
export const versionRead = (projectID: string, eventTypeID: string, eventTypeVersionID: string) =>
  read("/v1/projects/{projectID}/event-types/{eventTypeID}/versions/{eventTypeVersionID}", {
    projectID,
    eventTypeID,
    eventTypeVersionID,
  });
