import { useQuery } from "@tanstack/react-query";
import { type Query, read } from "@/components/data/read";
import { usePoll } from "@/components/data/use-poll";
import type { Event } from "@/lib/nouns/events/schemas";

export const eventListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/events", { projectID }, { view: "summary", ...query });

export const eventRead = (projectID: string, eventID: string) =>
  read("/v1/projects/{projectID}/events/{eventID}", { projectID, eventID });

const CHOICES = 20;

/** The newest events to choose from, optionally of one source, without their payloads. */
export function useLatestEvents(projectID: string, sourceID: string | undefined): Event[] {
  const query = { perPage: CHOICES, ...(sourceID && { sourceId: sourceID }) };
  return useQuery({ ...eventListRead(projectID, query), refetchInterval: usePoll(10_000) }).data?.content ?? NONE;
}

const NONE: Event[] = [];
