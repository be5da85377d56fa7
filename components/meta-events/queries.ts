import { type Query, read } from "@/components/data/read";

export const metaEventListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/meta-events", { projectID }, { ...query, view: "summary" });

export const metaEventRead = (projectID: string, metaEventID: string) =>
  read("/v1/projects/{projectID}/meta-events/{metaEventID}", { projectID, metaEventID });
