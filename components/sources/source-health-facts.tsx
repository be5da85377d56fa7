"use client";

import { useQuery } from "@tanstack/react-query";
import { livePace, usePoll } from "@/components/data/use-poll";
import { Fact, Facts } from "@/components/layout/facts";
import { sourceHealthRead } from "@/components/sources/queries";
import { ReconnectSource } from "@/components/sources/reconnect-source";
import { StatusMark } from "@/components/status/status-badge";
import { SOURCE_STATE_LOOK } from "@/components/status/status-words";
import { ExactTime, RelativeTime } from "@/components/time/time";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiError } from "@/lib/api/client";
import type { SourceState } from "@/lib/kernel/vocabulary";
import type { SourceHealth } from "@/lib/nouns/sources/health-schemas";

const ON_ITS_WAY: readonly SourceState[] = ["connecting", "retrying", "parked", "waiting"];
/** In these states the error is why it is not connected now. */
const IN_TROUBLE: readonly SourceState[] = ["retrying", "parked"];

// A reader of a source without an event waits for the first one.
const pace = livePace(({ state, last_event_at }: SourceHealth) => last_event_at === null || ON_ITS_WAY.includes(state));

/** No signal tells of the connection and the backlog of a consumed source, nor that a rate falls. */
const isTold = ({ state, rate }: SourceHealth) => (state === "listening" || state === "disabled") && rate === 0;

/** Reads the health of a source, again and again. */
export function useSourceHealth(projectID: string, sourceID: string): SourceHealthResult {
  return useQuery({ ...sourceHealthRead(projectID, sourceID), refetchInterval: usePoll(pace, isTold) });
}

export type SourceHealthResult = { data: SourceHealth | undefined; error: ApiError | null };

type SourceHealthFactsProps = { projectID: string; sourceID: string; health: SourceHealthResult };

/** The present health of the source: its connection, the rate of events, the backlog, the last error. */
export function SourceHealthFacts({ projectID, sourceID, health: { data, error } }: SourceHealthFactsProps) {
  if (!data) return error ? null : <Skeleton className="h-10 w-full" />;
  const { state, connected_since, rate, lag, lag_unit, next_try_at, failures } = data;
  return (
    <>
      <Facts className="sm:grid-cols-3">
        <Fact name="State">
          <span title={SOURCE_STATE_LOOK[state].meaning}>
            <StatusMark look={SOURCE_STATE_LOOK[state]} />
          </span>
        </Fact>
        <Fact name="Rate">{rate.toLocaleString("en")} a second</Fact>
        {connected_since && (
          <Fact name="Connected since">
            <ExactTime at={connected_since} />
          </Fact>
        )}
        <PollFacts health={data} />
        {lag !== null && (
          <Fact name="Waiting there">
            {lag.toLocaleString("en")} {lag_unit}
          </Fact>
        )}
        {next_try_at && (
          <Fact name="Next attempt">
            <RelativeTime at={next_try_at} />
            {failures > 1 && ` after ${failures.toLocaleString("en")} that failed`}
          </Fact>
        )}
      </Facts>
      <LastError projectID={projectID} sourceID={sourceID} health={data} />
    </>
  );
}

/** When a source that is polled was asked, and will be. */
function PollFacts({ health }: { health: SourceHealth }) {
  const { state, last_poll_at, last_poll_items, next_poll_at } = health;
  if (!last_poll_at) return null;
  return (
    <>
      <Fact name="Last poll">
        <RelativeTime at={last_poll_at} />
        {last_poll_items !== null && `, ${last_poll_items.toLocaleString("en")} new`}
      </Fact>
      {state === "connected" && (
        <Fact name="Next poll">{next_poll_at ? <RelativeTime at={next_poll_at} /> : "Under way"}</Fact>
      )}
    </>
  );
}

function LastError({ projectID, sourceID, health }: { projectID: string; sourceID: string; health: SourceHealth }) {
  const { state, last_error, last_error_at } = health;
  if (!last_error) return null;
  const isInTrouble = IN_TROUBLE.includes(state);
  return (
    <Callout
      tone={isInTrouble ? "warning" : "info"}
      title={isInTrouble ? last_error : "Last error"}
      action={isInTrouble && <ReconnectSource projectID={projectID} sourceID={sourceID} />}
    >
      {state === "parked" && <p>{SOURCE_STATE_LOOK.parked.meaning}</p>}
      {!isInTrouble && <p className="break-words">{last_error}</p>}
      <p className="text-ink-muted">
        <RelativeTime at={last_error_at} />
      </p>
    </Callout>
  );
}
