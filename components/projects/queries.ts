import { type Query, read } from "@/components/data/read";

export const projectListRead = (query: Query) => read("/v1/projects", {}, query);
/** The projects in use, where the address asks for no others; of a database on several servers, those that can be read. */
export const shownProjectsRead = (query: Query) =>
  projectListRead({ ...query, state: query.state ?? "active", partial: "true" });
export const projectContentsRead = (projectID: string) => read("/v1/projects/{projectID}/contents", { projectID });
export const projectRead = (projectID: string) => read("/v1/projects/{projectID}", { projectID });
