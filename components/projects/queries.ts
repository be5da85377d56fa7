import { type Query, read } from "@/components/data/read";

export const projectListRead = (query: Query) => read("/v1/projects", {}, query);
export const projectRead = (projectID: string) => read("/v1/projects/{projectID}", { projectID });
