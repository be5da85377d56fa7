"use client";

import { History } from "lucide-react";
import { rangeBefore } from "@/components/events/payload-conditions";
import { useNow } from "@/components/time/clock";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

type DateRange = { startDate: string | null; endDate: string | null };
type SearchExtentProps = { range: DateRange; onRange: (range: DateRange) => void };

/** Shows how far a search of payloads went, which has no index and so reads a range of time, and how to continue. */
export function SearchExtent({ range, onRange }: SearchExtentProps) {
  const before = rangeBefore(range, useNow());
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3 text-ink-muted text-sm md:px-6"
    >
      {range.startDate === null || before === null ? (
        <p>Every event that the other filters leave was searched.</p>
      ) : (
        <>
          <p>
            Searched back until <ExactTime at={range.startDate} className="text-ink" />. Older events were not looked
            at.
          </p>
          <Button size="sm" onClick={() => onRange(before)}>
            <History aria-hidden />
            Go on before that
          </Button>
        </>
      )}
    </div>
  );
}

const WINDOWS: [name: string, minutes: number][] = [
  ["Last hour", 60],
  ["Last 24 hours", 1_440],
  ["Last 7 days", 10_080],
];

/** The search was aborted: shows the request and ranges that are short enough. Shows nothing as found or as missing. */
export function SearchTooLong({ message, onRange }: { message: string; onRange: SearchExtentProps["onRange"] }) {
  return (
    <Callout tone="warning" title="The search was not finished" className="mx-4 md:mx-6">
      <p>{message} Nothing is known yet about what was not read.</p>
      <p className="mt-2 flex flex-wrap gap-2">
        {WINDOWS.map(([name, minutes]) => (
          <Button
            key={name}
            size="sm"
            onClick={() => onRange({ startDate: new Date(Date.now() - minutes * 60_000).toISOString(), endDate: null })}
          >
            {name}
          </Button>
        ))}
      </p>
    </Callout>
  );
}
