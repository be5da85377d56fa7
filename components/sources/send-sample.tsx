"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, CircleCheck, CircleX, Send } from "lucide-react";
import { useId, useState } from "react";
import { api } from "@/components/data/api";
import { ErrorReason } from "@/components/data/error-reason";
import { useMay } from "@/components/session/me";
import { sourceSamplesRead } from "@/components/sources/queries";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { SentSample } from "@/lib/nouns/sources/sample-schemas";
import type { Source } from "@/lib/nouns/sources/schemas";

type SendSampleProps = { projectID: string; source: Source };

/** Sends an event as the sender would, signed, and shows what the source's address answered. For admins. */
export function SendSample({ projectID, source }: SendSampleProps) {
  const mayAdminister = useMay(projectID, "administer");
  const samples = useQuery({ ...sourceSamplesRead(projectID, source.uid), enabled: mayAdminister });
  if (!mayAdminister) return null;
  if (samples.error) return <ErrorReason error={samples.error} className="text-failure text-sm" />;
  if (!samples.data) return <Skeleton className="h-14" />;
  const { events, problem } = samples.data;
  if (problem !== null) return <p className="text-ink-muted text-sm">{problem}</p>;
  return <Sending projectID={projectID} source={source} events={events} />;
}

function Sending({ projectID, source, events }: SendSampleProps & { events: readonly string[] }) {
  const id = useId();
  const client = useQueryClient();
  const [event, setEvent] = useState(events[0] ?? "");
  const params = { path: { projectID, sourceID: source.uid } };
  const send = useMutation<SentSample, ApiError>({
    mutationFn: () =>
      unwrap(api.POST("/v1/projects/{projectID}/sources/{sourceID}/samples", { params, body: { event } })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ["projects", projectID] });
    },
  });
  return (
    <div className="space-y-2 text-sm">
      <label htmlFor={id} className="block font-medium">
        Sample event
      </label>
      <div className="flex flex-wrap gap-2">
        <Select
          id={id}
          value={event}
          onChange={({ target }) => {
            setEvent(target.value);
            send.reset();
          }}
          className="min-w-0 flex-1 basis-48 font-mono"
        >
          {events.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        <Button pending={send.isPending} onClick={() => send.mutate()}>
          <Send aria-hidden />
          Send a sample
        </Button>
      </div>
      <div role="status">
        {send.error && !send.isPending && <ErrorReason error={send.error} className="text-failure" />}
        {send.data && !send.isPending && <Answer projectID={projectID} source={source} sent={send.data} />}
      </div>
    </div>
  );
}

function Answer({ projectID, source, sent }: SendSampleProps & { sent: SentSample }) {
  if (!sent.accepted) return <Refusal sent={sent} />;
  const events = `/projects/${projectID}/events`;
  const href = sent.event_id === null ? `${events}?sourceId=${source.uid}` : `${events}/${sent.event_id}`;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <CircleCheck aria-hidden className="size-4 text-success" />
      <span className="font-medium text-success">
        {sent.is_duplicate_event ? "Accepted as a duplicate:" : "Accepted:"}
      </span>
      <Link
        href={href}
        className="inline-flex min-w-0 items-center gap-1 font-medium text-accent underline-offset-2 hover:underline"
      >
        <span className="break-all">{sent.event_id === null ? "see its events" : `event ${sent.event_id}`}</span>
        <ArrowRight aria-hidden className="size-4 shrink-0" />
      </Link>
    </p>
  );
}

function Refusal({ sent: { status, message, reason, code } }: { sent: SentSample }) {
  return (
    <div className="flex gap-1.5">
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-failure" />
      <p className="min-w-0 break-words">
        <span className="font-medium text-failure">Refused with {status}:</span>{" "}
        <code className="font-mono">{reason ?? code}</code> {message}
      </p>
    </div>
  );
}
