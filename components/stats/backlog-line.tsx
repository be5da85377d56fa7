"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePoll } from "@/components/data/use-poll";
import { backlogRead } from "@/components/stats/queries";
import { isBacklog, tellBacklog } from "@/components/stats/tell-backlog";
import { TimeOfDay } from "@/components/time/time-of-day";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import type { Backlog } from "@/lib/nouns/stats/schemas";

type BacklogLineProps = { projectID: string; endpointID?: string; href: string };

/** Without a signal rates fall, the end comes nearer, and what waits for a moment waits for longer. */
function isSteady(backlog: Backlog): boolean {
  const { waiting, held } = backlog;
  return waiting === 0 || (waiting === held && isBacklog(backlog));
}

/** How much waits, since when, and when it will be gone; nothing while nothing waits for more than a moment. */
export function BacklogLine({ projectID, endpointID, href }: BacklogLineProps) {
  const { data } = useQuery({
    ...backlogRead(projectID, endpointID === undefined ? {} : { endpointId: endpointID }),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(5_000, isSteady),
  });
  if (!data || !isBacklog(data)) return null;
  const isGrowing = data.empty_in_seconds === null;
  return (
    <p className="text-sm" data-backlog>
      <Link href={href} className={cn("font-medium underline-offset-2 hover:underline", isGrowing && "text-held")}>
        {data.waiting.toLocaleString("en")} waiting
      </Link>
      , oldest since{" "}
      {data.oldest_waiting_at !== null && <TimeOfDay at={data.oldest_waiting_at} nowMs={Date.parse(data.at)} />} ·{" "}
      {tellBacklog(data)}
    </p>
  );
}
