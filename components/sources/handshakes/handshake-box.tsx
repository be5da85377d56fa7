"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleDashed, Lock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "@/components/data/api";
import { ErrorReason } from "@/components/data/error-reason";
import { livePace, usePoll } from "@/components/data/use-poll";
import { sourceHandshakesRead } from "@/components/sources/handshakes/queries";
import { TakenHandshake } from "@/components/sources/handshakes/taken-handshake";
import { type OfSource, useHandshakeChange } from "@/components/sources/handshakes/use-handshake-change";
import { IngestAddress } from "@/components/sources/ingest-address";
import { useNow } from "@/components/time/clock";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { unwrap } from "@/lib/api/client";
import type { SourceHandshakes } from "@/lib/nouns/sources/handshake-schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Handshake } from "@/lib/providers/handshake";

type HandshakeBoxProps = { projectID: string; source: Source; title: string; handshake: Handshake };

const pace = livePace((handshakes: SourceHandshakes) => handshakes.waiting_until !== null);

/** Whether the source waits for its provider's secret, what to do meanwhile, and the secrets that it took. */
export function HandshakeBox({ projectID, source, title, handshake }: HandshakeBoxProps) {
  const of = { projectID, sourceID: source.uid };
  const now = useNow();
  const { data, error } = useQuery({
    ...sourceHandshakesRead(projectID, source.uid),
    refetchInterval: usePoll(pace),
  });
  if (!data)
    return error ? <ErrorReason error={error} className="text-failure text-sm" /> : <Skeleton className="h-36" />;
  const until = data.waiting_until;
  const isWaiting = until !== null && Date.parse(until) > now;
  return (
    <div className="divide-y overflow-hidden rounded border text-sm">
      {data.taken.length > 0 && (
        <ul className="divide-y" aria-label="Secrets taken">
          {data.taken.map((taken) => (
            <TakenHandshake key={taken.uid} of={of} taken={taken} title={title} now={now} />
          ))}
        </ul>
      )}
      {isWaiting ? (
        <Waiting of={of} until={until} title={title}>
          <p>{handshake.what}</p>
          <IngestAddress url={source.url} />
        </Waiting>
      ) : (
        <Closed of={of} title={title} hasSecret={data.taken.length > 0 || hasOwnSecret(source)} />
      )}
    </div>
  );
}

/** Whether a secret was given with the source itself. */
function hasOwnSecret({ verifier }: Source): boolean {
  const { provider } = verifier as { provider?: { secret?: string } };
  return provider?.secret !== undefined;
}

type WaitingProps = { of: OfSource; until: string; title: string; children: ReactNode };

function Waiting({ of, until, title, children }: WaitingProps) {
  const path = { projectID: of.projectID, sourceID: of.sourceID };
  const stop = useHandshakeChange(
    of,
    () => unwrap(api.DELETE("/v1/projects/{projectID}/sources/{sourceID}/handshake-window", { params: { path } })),
    "The source still waits",
  );
  return (
    <div className="space-y-3 p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="flex flex-wrap items-center gap-x-1.5">
          <CircleDashed
            aria-hidden
            className="size-4 animate-[pulse-soft_1.6s_ease-in-out_infinite] text-scheduled motion-reduce:animate-none"
          />
          <span className="font-medium">Waiting for {title}</span>
          <span className="text-ink-muted">
            until <ExactTime at={until} />
          </span>
        </p>
        <Button size="sm" pending={stop.isPending} onClick={() => stop.mutate()}>
          Stop waiting
        </Button>
      </div>
      {children}
    </div>
  );
}

function Closed({ of, title, hasSecret }: { of: OfSource; title: string; hasSecret: boolean }) {
  const path = { projectID: of.projectID, sourceID: of.sourceID };
  const wait = useHandshakeChange(
    of,
    () =>
      unwrap(api.POST("/v1/projects/{projectID}/sources/{sourceID}/handshake-window", { params: { path }, body: {} })),
    "The source does not wait",
  );
  const open = (
    <Button size="sm" pending={wait.isPending} onClick={() => wait.mutate()}>
      Open again for 15 minutes
    </Button>
  );
  if (!hasSecret) {
    return (
      <div className="space-y-3 bg-retry-soft p-3">
        <p className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-retry" />
          <span>
            <span className="font-medium">No secret was taken.</span> The source waits for none any more: whatever{" "}
            {title} sends is refused.
          </span>
        </p>
        {open}
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 p-3">
      <p className="flex min-w-0 flex-1 items-start gap-1.5 text-ink-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        Closed: a further secret is refused.
      </p>
      {open}
    </div>
  );
}
