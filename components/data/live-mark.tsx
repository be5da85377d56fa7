"use client";

import { useLiveState } from "@/components/data/live-provider";
import type { LiveState } from "@/components/data/live-stream";
import { cn } from "@/components/ui/class-names";
import { Tooltip } from "@/components/ui/tooltip";

type Look = { word: string; dot: string; meaning: string };

const LOOKS: Readonly<Record<LiveState, Look>> = {
  connecting: { word: "Connecting", dot: "bg-ink-muted", meaning: "The page asks every few seconds until it is live." },
  live: { word: "Live", dot: "bg-success", meaning: "Changes show within a second." },
  reconnecting: {
    word: "Reconnecting",
    dot: "bg-retry",
    meaning: "The stream of changes broke off. The page asks every few seconds until it is back.",
  },
  paused: { word: "Paused", dot: "bg-ink-muted", meaning: "Nobody saw the page, so nothing was read." },
  polling: {
    word: "Every few seconds",
    dot: "bg-retry",
    meaning:
      "The stream of changes does not get through, for example because a proxy holds it back. The page asks every few seconds.",
  },
};

/**
 * How fresh what the page shows is. Whatever its word, it takes the place of the shortest from the header's row, and more
 * only where there is more: its change breaks no row.
 */
export function LiveMark() {
  const state = useLiveState();
  const { word, dot, meaning } = LOOKS[state];
  return (
    <span className="flex min-w-0 flex-1 basis-11">
      <Tooltip content={meaning} side="bottom">
        <span data-live={state} className="inline-flex min-w-0 items-center gap-1.5 text-ink-muted text-sm">
          <span aria-hidden className={cn("size-1.5 shrink-0 rounded-full", dot)} />
          <span className="truncate">{word}</span>
        </span>
      </Tooltip>
    </span>
  );
}
