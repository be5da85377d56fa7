"use client";

import { useQuery } from "@tanstack/react-query";
import { usePoll } from "@/components/data/use-poll";
import { cn } from "@/components/ui/class-names";
import { Tooltip } from "@/components/ui/tooltip";

const STATES = {
  ready: { word: "Running", color: "bg-success", meaning: "This copy answers and its database is there." },
  unready: { word: "Not ready", color: "bg-retry", meaning: "This copy answers, but something it needs is away." },
  away: { word: "Unreachable", color: "bg-failure", meaning: "This copy does not answer. What you see may be old." },
} as const;

type Health = keyof typeof STATES;

/** Whether the copy that serves this page is healthy, checked every 15 seconds, or when the stream tells. */
export function HealthDot() {
  const { data } = useQuery({
    queryKey: ["health"],
    queryFn: askHealth,
    refetchInterval: usePoll(15_000),
    staleTime: 10_000,
    retry: false,
  });
  if (!data) return <span className="size-8" />;
  const { word, color, meaning } = STATES[data];
  return (
    <Tooltip content={`${word}: ${meaning}`} side="bottom">
      <span role="status" className="flex size-8 items-center justify-center">
        <span aria-hidden className={cn("size-2 rounded-full", color)} />
        <span className="sr-only">Hookyard: {word}</span>
      </span>
    </Tooltip>
  );
}

async function askHealth(): Promise<Health> {
  try {
    const response = await fetch("/readyz", { cache: "no-store" });
    return response.ok ? "ready" : "unready";
  } catch {
    return "away";
  }
}
