"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { usePoll } from "@/components/data/use-poll";
import { sourceDaysRead } from "@/components/stats/queries";
import type { SourceState } from "@/lib/kernel/vocabulary";
import type { SourceDays } from "@/lib/nouns/stats/schemas";

export type SourceDay = SourceDays["sources"][number];

const Days = createContext<ReadonlyMap<string, SourceDay>>(new Map());

/** The states of a source that Hookyard does not read itself. */
const UNCONNECTED: ReadonlySet<string> = new Set<SourceState>(["listening", "disabled"]);

type SourceDaysProviderProps = { projectID: string; sourceIDs: readonly string[]; children: ReactNode };

/** Reads how the last day went for the sources of a list, in one question for all. */
export function SourceDaysProvider({ projectID, sourceIDs, children }: SourceDaysProviderProps) {
  const { data } = useQuery({
    ...sourceDaysRead(projectID, sourceIDs),
    enabled: sourceIDs.length > 0,
    placeholderData: keepPreviousData,
    // No signal tells of the connections of consumed sources.
    refetchInterval: usePoll(10_000, ({ sources }: SourceDays) => sources.every(({ state }) => UNCONNECTED.has(state))),
  });
  const days = useMemo(() => new Map(data?.sources.map((day) => [day.source_id, day])), [data]);
  return <Days value={days}>{children}</Days>;
}

/** The last day of a source of the list; undefined until it is known. */
export function useSourceDay(sourceID: string): SourceDay | undefined {
  return useContext(Days).get(sourceID);
}
