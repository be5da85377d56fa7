import { useQuery } from "@tanstack/react-query";
import { type Query, read } from "@/components/data/read";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

export const endpointListRead = (projectID: string, query: Query = {}) =>
  read("/v1/projects/{projectID}/endpoints", { projectID }, query);

export const endpointRead = (projectID: string, endpointID: string) =>
  read("/v1/projects/{projectID}/endpoints/{endpointID}", { projectID, endpointID });

/** The endpoints to choose from: the newest hundred. */
export const endpointChoicesRead = (projectID: string) => endpointListRead(projectID, { perPage: 100 });

export function useEndpointChoices(projectID: string): Endpoint[] {
  return useQuery({ ...endpointChoicesRead(projectID), staleTime: 30_000 }).data?.content ?? NONE;
}

const NONE: Endpoint[] = [];
