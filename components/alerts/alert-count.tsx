"use client";

import { useQuery } from "@tanstack/react-query";
import { newAlertsRead } from "@/components/alerts/queries";
import { usePoll } from "@/components/data/use-poll";
import { CountMark } from "@/components/layout/count-mark";

/** How many alerts nobody has acknowledged; empty if there are none. */
export function AlertCount({ projectID, className }: { projectID: string; className?: string }) {
  const { data } = useQuery({ ...newAlertsRead(projectID), refetchInterval: usePoll(15_000), staleTime: 10_000 });
  const isMore = data?.pagination.has_next_page === true;
  const count = data?.content.length ?? 0;
  return <CountMark count={count} most={isMore ? 99 : null} what="not acknowledged" className={className} />;
}
