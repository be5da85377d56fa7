"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePoll } from "@/components/data/use-poll";
import { backlogRead } from "@/components/stats/queries";
import { isBacklog, tellBacklog } from "@/components/stats/tell-backlog";
import { useZone } from "@/components/time/use-zone";
import { nameOffset, toWallClock } from "@/components/time/zone";
import { cn } from "@/components/ui/class-names";
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
      , oldest since <Since at={data.oldest_waiting_at} now={data.at} /> · {tellBacklog(data)}
    </p>
  );
}

/** The time of a day that is today, otherwise with its date; on hover exactly. */
function Since({ at, now }: { at: string | null; now: string }) {
  const zone = useZone();
  if (at === null) return null;
  const [day = "", clock = ""] = toWallClock(new Date(at), zone).split("T");
  const isToday = toWallClock(new Date(now), zone).startsWith(day);
  return (
    <time dateTime={at} title={`${day} ${clock} ${nameOffset(new Date(at), zone)}`}>
      {isToday ? clock.slice(0, 5) : `${day} ${clock.slice(0, 5)}`}
    </time>
  );
}
