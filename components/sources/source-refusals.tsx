"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RetryLine } from "@/components/data/retry-line";
import { livePace, usePoll } from "@/components/data/use-poll";
import { Section } from "@/components/forms/section";
import { useMay } from "@/components/session/me";
import { CheckRequest } from "@/components/sources/check-request";
import { sourceRefusalsRead } from "@/components/sources/queries";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { SourceRefusal } from "@/lib/nouns/sources/refusal-schemas";
import type { Page } from "@/lib/wire/fields";

const FEW = 3;

const pace = livePace((page: Page<SourceRefusal>) => page.content.length > 0);

/** `isCheckable` is whether the source holds a secret or key that a request can be held against. */
type SourceRefusalsProps = { projectID: string; sourceID: string; isCheckable: boolean };

/** The latest refusals of the source with their reasons, for those who can act on them. */
export function SourceRefusals(props: SourceRefusalsProps) {
  const mayRead = useMay(props.projectID, "administer");
  return mayRead ? (
    <Section
      title="Refused requests"
      why="The newest hundred that did not become events. Of their content only header names and size are kept."
      action={props.isCheckable && <CheckRequest projectID={props.projectID} sourceID={props.sourceID} />}
    >
      <Refusals {...props} />
    </Section>
  ) : null;
}

function Refusals(props: SourceRefusalsProps) {
  const { projectID, sourceID } = props;
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, refetch } = useQuery({
    ...sourceRefusalsRead(projectID, sourceID),
    refetchInterval: usePoll(pace),
  });
  if (!data && error) return <RetryLine error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-5 w-64" />;
  const { content } = data;
  if (content.length === 0) return <p className="text-ink-muted text-sm">None so far.</p>;
  return (
    <>
      <ul className="divide-y border-y">
        {(showsAll ? content : content.slice(0, FEW)).map((refusal) => (
          <Refused key={refusal.uid} refusal={refusal} of={props} />
        ))}
      </ul>
      {content.length > FEW && (
        <Button size="sm" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show all ${content.length}`}
        </Button>
      )}
    </>
  );
}

function Refused({ refusal, of }: { refusal: SourceRefusal; of: SourceRefusalsProps }) {
  const { status, reason, code, created_at, method, address, body_size, header_names, skipped } = refusal;
  return (
    <li className="space-y-1 py-2.5 text-sm">
      <div className="flex items-baseline gap-3">
        <span className="font-medium font-mono text-failure">{status}</span>
        <p className="min-w-0 flex-1 break-words">{reason}</p>
        <RelativeTime at={created_at} className="text-ink-muted" />
      </div>
      <p className="break-words text-ink-muted">
        {method}
        {address !== "" && <> from {address}</>}
        {body_size !== null && `, ${body_size.toLocaleString("en")} bytes`}
        {code !== null && (
          <>
            , <code className="font-mono text-xs">{code}</code>
          </>
        )}
      </p>
      <details>
        <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">
          {header_names.length.toLocaleString("en")} headers
        </summary>
        <p className="mt-1 break-words font-mono text-ink-muted text-xs">{header_names.join(", ")}</p>
      </details>
      {code !== null && of.isCheckable && (
        <CheckRequest
          projectID={of.projectID}
          sourceID={of.sourceID}
          refused={{ code, reason, headerNames: header_names, at: created_at ?? "" }}
        />
      )}
      {skipped > 0 && (
        <p className="text-ink-muted">
          {skipped.toLocaleString("en")} more right after it, too fast to be kept one by one.
        </p>
      )}
    </li>
  );
}
