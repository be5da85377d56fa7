import { type Query, read } from "@/components/data/read";

export const eventListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/events", { projectID }, { view: "summary", ...query });

export const eventRead = (projectID: string, eventID: string) =>
  read("/v1/projects/{projectID}/events/{eventID}", { projectID, eventID });
