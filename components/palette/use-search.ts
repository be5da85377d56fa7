"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isUuid } from "@/components/ids/id-text";
import { findByID } from "@/components/palette/find-by-id";
import { readTyped } from "@/components/palette/read-typed";
import { type Found, searchProject } from "@/components/palette/search-project";
import { useMay, useMe } from "@/components/session/me";

const PAUSE_MS = 150;

/**
 * What the typed words find in the project, asked of /v1 once typing pauses; words typed meanwhile abort the question
 * before. Keeps what was found until the next answer is there.
 */
export function useSearch(projectID: string, typed: string, hasEventTypes: boolean) {
  const client = useQueryClient();
  const isOwner = useMe()?.is_owner ?? false;
  const maySeeMembers = useMay(projectID, "administer");
  const people = isOwner ? "installation" : maySeeMembers ? "project" : null;
  const settled = useSettled(typed, PAUSE_MS);
  const { verb, words } = readTyped(settled);
  const isAsking = words !== "" || verb !== null;
  return useQuery<Found>({
    queryKey: ["palette", projectID, words, people, hasEventTypes],
    queryFn: async ({ signal }) =>
      isUuid(words)
        ? { endpoints: [], entries: await findByID(client, projectID, words) }
        : searchProject({ projectID, hasEventTypes, people }, words, signal),
    enabled: isAsking,
    // An action changes what the same words find: whether an endpoint is to be paused or resumed.
    staleTime: 0,
    ...(isAsking && { placeholderData: keepPreviousData }),
  });
}

/** The value once it has not changed for a while. */
function useSettled(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
