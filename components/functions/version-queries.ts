import { type Query, read } from "@/components/data/read";

export const functionVersionListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/function-versions", { projectID }, query);

/** With its code, which never changes. */
export const functionVersionRead = (projectID: string, functionVersionID: string) =>
  read("/v1/projects/{projectID}/function-versions/{functionVersionID}", { projectID, functionVersionID });
