"use client";

import { GitCompare } from "lucide-react";
import dynamic from "next/dynamic";
import { ErrorState } from "@/components/data/error-state";
import { AttemptEntry } from "@/components/deliveries/attempt-entry";
import { readPair, writePair } from "@/components/deliveries/compared-pair";
import { useSearchValue } from "@/components/layout/use-search-value";
import { NextAttempt } from "@/components/resend/next-attempt";
import { isHeld } from "@/components/status/held";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiError } from "@/lib/api/client";
import type { Attempt, EventDelivery } from "@/lib/nouns/deliveries/schemas";

const CompareAttempts = dynamic(() => import("@/components/deliveries/compare-attempts"));

type AttemptTimelineProps = {
  delivery: EventDelivery;
  attempts: { data: Attempt[] | undefined; error: ApiError | null; refetch: () => void };
  /** Part of the curl command; undefined until it is loaded. */
  payload: Uint8Array | undefined;
};

/** The attempts, the latest first and open, with the next one above them. */
export function AttemptTimeline({ delivery, attempts, payload }: AttemptTimelineProps) {
  const { data, error, refetch } = attempts;
  if (error && !data) return <ErrorState title="The attempts could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-32 w-full" />;

  const latestFirst = [...data].reverse();
  const isWaiting = delivery.status === "Scheduled" || delivery.status === "Retry";
  if (latestFirst.length === 0 && !isWaiting) {
    return <p className="text-ink-muted text-sm">There was no attempt.</p>;
  }
  return (
    <>
      <Comparison attempts={data} />
      <ol className="relative space-y-2 before:absolute before:top-3 before:bottom-3 before:left-[7px] before:w-px before:bg-line">
        {isWaiting && (
          <li className="relative flex h-9 items-center gap-2 pl-7 text-sm">
            <span
              aria-hidden
              className={cn(
                "absolute left-0.5 size-3 rounded-full border-2 bg-canvas",
                isHeld(delivery) ? "border-held" : "border-scheduled",
              )}
            />
            Next attempt <NextAttempt row={delivery} />
          </li>
        )}
        {latestFirst.map((attempt, at) => (
          <AttemptEntry
            key={attempt.uid}
            attempt={attempt}
            open={at === 0}
            payload={payload}
            certificates={delivery.endpoint_metadata?.tls}
          />
        ))}
      </ol>
    </>
  );
}

/** Offers to compare two attempts, the latest two first; the address tells which. */
function Comparison({ attempts }: { attempts: readonly Attempt[] }) {
  const [compared, setCompared] = useSearchValue("compare");
  const pair = readPair(compared);
  const [before, after] = attempts.slice(-2);
  if (!before || !after) return null;
  return (
    <>
      <div className="mb-2 flex justify-end">
        <Button
          variant="ghost"
          size="sm"
          aria-pressed={pair !== null}
          onClick={() => setCompared(pair ? null : writePair([before.number, after.number]))}
        >
          <GitCompare aria-hidden />
          {pair ? "Stop comparing" : "Compare attempts"}
        </Button>
      </div>
      {pair && (
        <CompareAttempts attempts={attempts} pair={pair} onChange={(changed) => setCompared(writePair(changed))} />
      )}
    </>
  );
}
