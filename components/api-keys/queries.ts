import { type Query, read } from "@/components/data/read";

export const apiKeyListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/api-keys", { projectID }, query);
