import { useQuery } from "@tanstack/react-query";
import type { Query } from "@/components/data/api";
import { read } from "@/components/data/read";
import type { Endpoint } from "@/lib/endpoints/schemas";
import type { Page } from "@/lib/fields";

export const endpointListRead = (projectID: string, query: Query = {}) =>
  read<Page<Endpoint>>(["projects", projectID, "endpoints"], query);

export const endpointRead = (projectID: string, endpointID: string) =>
  read<Endpoint>(["projects", projectID, "endpoints", endpointID]);

/** The endpoints to choose from: the newest hundred. */
export const endpointChoicesRead = (projectID: string) => endpointListRead(projectID, { perPage: 100 });

export function useEndpointChoices(projectID: string): Endpoint[] {
  return useQuery({ ...endpointChoicesRead(projectID), staleTime: 30_000 }).data?.content ?? NONE;
}

const NONE: Endpoint[] = [];
