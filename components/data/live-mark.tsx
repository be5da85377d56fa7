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

/** How fresh what the page shows is. */
export function LiveMark() {
  const state = useLiveState();
  const { word, dot, meaning } = LOOKS[state];
  return (
    <Tooltip content={meaning} side="bottom">
      <span data-live={state} className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink-muted text-sm">
        <span aria-hidden className={cn("size-1.5 rounded-full", dot)} />
        {word}
      </span>
    </Tooltip>
  );
}
