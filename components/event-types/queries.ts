import { type Query, read } from "@/components/data/read";

export const eventTypeListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/event-types", { projectID }, query);

export const eventTypeRead = (projectID: string, eventTypeID: string) =>
  read("/v1/projects/{projectID}/event-types/{eventTypeID}", { projectID, eventTypeID });
