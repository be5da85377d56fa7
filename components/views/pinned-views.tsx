"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { usePoll } from "@/components/data/use-poll";
import { cn } from "@/components/ui/class-names";
import { viewCountRead } from "@/components/views/queries";
import { toListAddress, toViewAddress } from "@/components/views/view-address";
import { ViewLink } from "@/components/views/view-link";
import type { ViewList } from "@/lib/kernel/vocabulary";
import type { View, ViewCount } from "@/lib/nouns/views/schemas";

type PinnedViewsProps = {
  projectID: string;
  list: ViewList;
  views: readonly View[];
  open: View | null;
  isChanged: boolean;
  /** Nothing is filtered, and no view is open. */
  isWhole: boolean;
};

/** The whole list, the pinned views with what each finds now, and the open one. */
export function PinnedViews({ projectID, list, views, open, isChanged, isWhole }: PinnedViewsProps) {
  const nav = useRef<HTMLElement>(null);
  const openID = open?.uid;
  useEffect(() => {
    if (openID) nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [openID]);
  const shown = views.filter((view) => view.is_pinned || view.uid === open?.uid);
  return (
    <nav ref={nav} aria-label="Views" className="flex min-w-0 flex-1 gap-1 overflow-x-auto py-0.5">
      <ViewLink href={toListAddress(projectID, list)} isCurrent={isWhole} className={tabStyles(isWhole)}>
        All
      </ViewLink>
      {shown.map((view) => {
        const isOpen = view.uid === open?.uid;
        return (
          <ViewLink
            key={view.uid}
            href={toViewAddress(projectID, view)}
            isCurrent={isOpen}
            className={tabStyles(isOpen)}
          >
            <span className="max-w-48 truncate">{view.name}</span>
            {isOpen && isChanged && <span className="text-ink-muted">changed</span>}
            {view.is_pinned && <LiveCount projectID={projectID} viewID={view.uid} />}
          </ViewLink>
        );
      })}
    </nav>
  );
}

function LiveCount({ projectID, viewID }: { projectID: string; viewID: string }) {
  const { data } = useQuery({ ...viewCountRead(projectID, viewID), refetchInterval: usePoll(10_000) });
  return (
    <span title={data?.reason ?? undefined} className="min-w-[2ch] text-right font-normal text-ink-muted tabular-nums">
      {data && tellCount(data)}
      {data?.reason && <span className="sr-only">{data.reason}</span>}
    </span>
  );
}

function tellCount({ count, is_more }: ViewCount): string {
  if (count === null) return "–";
  return `${count.toLocaleString("en")}${is_more ? "+" : ""}`;
}

const tabStyles = (isCurrent: boolean) =>
  cn(
    "inline-flex h-8 shrink-0 items-center gap-1.5 rounded px-2.5 text-ink-muted text-sm hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:h-10",
    isCurrent && "bg-sunken font-medium text-ink",
  );
