"use client";

import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { readSample } from "@/components/subscriptions/filter-sample";
import { compileFilter } from "@/lib/filter/compile-filter";
import { matchesEventType } from "@/lib/filter/event-type";
import type { FilterConfig } from "@/lib/nouns/subscriptions/schemas";

type FilterVerdictProps = { tone: "taken" | "refused" | "none"; children: ReactNode };

/** Whether the event would be delivered, as icon, word and colour. */
export function FilterVerdict({ tone, children }: FilterVerdictProps) {
  if (tone === "none") return <p className="text-ink-muted">{children}</p>;
  const isTaken = tone === "taken";
  const Icon = isTaken ? CircleCheck : CircleX;
  return (
    <p className={isTaken ? "flex items-center gap-1.5 text-success" : "flex items-center gap-1.5 text-failure"}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </p>
  );
}

/** Why an event is not taken, in half a sentence. */
export function whyRefused(isTypeTaken: boolean): string {
  return isTypeTaken ? "the filter does not pass" : "its event type is not taken";
}

export function SampleVerdict({ sample: text, config }: { sample: string; config: FilterConfig }) {
  const sample = readSample(text);
  if (!sample) return <p className="text-failure">The sample is not JSON.</p>;
  const isTypeTaken = sample.event_type === null || matchesEventType(config.event_types, sample.event_type);
  if (isTypeTaken && compileFilter(config.filter)(sample)) {
    return <FilterVerdict tone="taken">It would be delivered</FilterVerdict>;
  }
  return <FilterVerdict tone="refused">It would not be delivered: {whyRefused(isTypeTaken)}</FilterVerdict>;
}
