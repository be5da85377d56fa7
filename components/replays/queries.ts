import { type Query, read } from "@/components/data/read";

export const replayListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/replays", { projectID }, query);

export const replayRead = (projectID: string, replayID: string) =>
  read("/v1/projects/{projectID}/replays/{replayID}", { projectID, replayID });

export const replayItemsRead = (projectID: string, replayID: string, query: Query) =>
  read("/v1/projects/{projectID}/replays/{replayID}/items", { projectID, replayID }, query);
