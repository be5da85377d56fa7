import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Query, read } from "@/components/data/read";
import { HOLDING } from "@/lib/kernel/held-statuses";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

export const endpointListRead = (projectID: string, query: Query = {}) =>
  read("/v1/projects/{projectID}/endpoints", { projectID }, query);

export const endpointRead = (projectID: string, endpointID: string) =>
  read("/v1/projects/{projectID}/endpoints/{endpointID}", { projectID, endpointID });

/** The request of a test event; the server signs it anew at each reading. */
export const testEventRead = (projectID: string, endpointID: string) =>
  read("/v1/projects/{projectID}/endpoints/{endpointID}/test", { projectID, endpointID });

/** The endpoints to choose from: the newest hundred. */
export const endpointChoicesRead = (projectID: string) => endpointListRead(projectID, { perPage: 100 });

export function useEndpointChoices(projectID: string): Endpoint[] {
  return useQuery({ ...endpointChoicesRead(projectID), staleTime: 30_000 }).data?.content ?? NONE;
}

/** The endpoints that hold their deliveries: the newest hundred of them. */
export const holdingEndpointsRead = (projectID: string) =>
  endpointListRead(projectID, { status: HOLDING.join(","), perPage: 100 });

/** The ids of the endpoints that hold their deliveries, as of some seconds ago. */
export function useHoldingEndpoints(projectID: string): string[] {
  const { data } = useQuery({ ...holdingEndpointsRead(projectID), staleTime: 10_000 });
  return useMemo(() => data?.content.map(({ uid }) => uid) ?? [], [data]);
}

const NONE: Endpoint[] = [];
