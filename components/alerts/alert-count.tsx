"use client";

import { useQuery } from "@tanstack/react-query";
import { newAlertsRead } from "@/components/alerts/queries";
import { usePoll } from "@/components/data/use-poll";
import { cn } from "@/components/ui/class-names";

/** How many alerts nobody has acknowledged; empty if there are none. */
export function AlertCount({ projectID, className }: { projectID: string; className?: string }) {
  const { data } = useQuery({ ...newAlertsRead(projectID), refetchInterval: usePoll(15_000), staleTime: 10_000 });
  const count = data?.content.length ?? 0;
  if (count === 0) return null;
  const shown = data?.pagination.has_next_page ? "99+" : String(count);
  return (
    <>
      <span
        aria-hidden
        className={cn(
          "ml-auto rounded-full bg-failure-soft px-1.5 font-medium text-failure text-sm leading-5",
          className,
        )}
      >
        {shown}
      </span>
      <span className="sr-only">{shown} not acknowledged</span>
    </>
  );
}
