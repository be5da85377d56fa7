import { type Query, read } from "@/components/data/read";

export const receiverListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/receivers", { projectID }, query);

export const receiverRead = (projectID: string, receiverID: string) =>
  read("/v1/projects/{projectID}/receivers/{receiverID}", { projectID, receiverID });

export const receivedRequestListRead = (projectID: string, receiverID: string, query: Query) =>
  read("/v1/projects/{projectID}/receivers/{receiverID}/requests", { projectID, receiverID }, query);
