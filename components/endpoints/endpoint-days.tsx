"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { usePoll } from "@/components/data/use-poll";
import { incidentsOfEndpointsRead } from "@/components/incidents/queries";
import { endpointDaysRead } from "@/components/stats/queries";
import type { Incident } from "@/lib/nouns/incidents/schemas";
import type { EndpointDays } from "@/lib/nouns/stats/schemas";

export type EndpointDay = EndpointDays["endpoints"][number];

type Known = { days: ReadonlyMap<string, EndpointDay>; causes: ReadonlyMap<string, Incident> };

const Days = createContext<Known>({ days: new Map(), causes: new Map() });

type EndpointDaysProviderProps = { projectID: string; endpointIDs: readonly string[]; children: ReactNode };

/** Reads how the last day went for the endpoints of a list, and why some fail now: each in one question for all. */
export function EndpointDaysProvider({ projectID, endpointIDs, children }: EndpointDaysProviderProps) {
  const enabled = endpointIDs.length > 0;
  const common = { enabled, placeholderData: keepPreviousData, refetchInterval: usePoll(10_000) };
  const { data: days } = useQuery({ ...endpointDaysRead(projectID, endpointIDs), ...common });
  const { data: incidents } = useQuery({ ...incidentsOfEndpointsRead(projectID, endpointIDs), ...common });
  const known = useMemo(
    () => ({
      days: new Map(days?.endpoints.map((day) => [day.endpoint_id, day])),
      // They come the latest first; of several the latest is told.
      causes: new Map(incidents?.content.toReversed().map((incident) => [incident.endpoint_id, incident])),
    }),
    [days, incidents],
  );
  return <Days value={known}>{children}</Days>;
}

/** The last day of an endpoint of the list; undefined until it is known. */
export function useEndpointDay(endpointID: string): EndpointDay | undefined {
  return useContext(Days).days.get(endpointID);
}

/** Why an endpoint of the list fails now, if it does. */
export function useEndpointCause(endpointID: string): Incident | undefined {
  return useContext(Days).causes.get(endpointID);
}
