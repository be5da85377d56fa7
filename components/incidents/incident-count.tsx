"use client";

import { useQuery } from "@tanstack/react-query";
import { usePoll } from "@/components/data/use-poll";
import { presentIncidentsRead } from "@/components/incidents/queries";
import { CountMark } from "@/components/layout/count-mark";

/** How many incidents are open that nobody has acknowledged; empty if there are none. */
export function IncidentCount({ projectID, className }: { projectID: string; className?: string }) {
  const { data } = useQuery({ ...presentIncidentsRead(projectID), refetchInterval: usePoll(15_000), staleTime: 5_000 });
  const count = data?.content.filter(({ status }) => status === "open").length ?? 0;
  const isMore = data?.pagination.has_next_page === true;
  return <CountMark count={count} most={isMore ? count : null} what="not acknowledged" className={className} />;
}
