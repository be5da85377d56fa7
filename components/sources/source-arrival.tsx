"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { ErrorReason } from "@/components/data/error-reason";
import { eventListRead } from "@/components/events/queries";
import { Section } from "@/components/forms/section";
import { projectRead } from "@/components/projects/queries";
import { useMay } from "@/components/session/me";
import { SourceHealthFacts, type SourceHealthResult, useSourceHealth } from "@/components/sources/source-health-facts";
import { getSourceTypeForm } from "@/components/sources/types/source-type-forms";
import { subscriptionListRead } from "@/components/subscriptions/queries";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { Source } from "@/lib/nouns/sources/schemas";

type SourceArrivalProps = { projectID: string; source: Source };

/**
 * Whether events arrive: waits for the first one while the reader watches, and says where they would go. All of it
 * follows the source's health, so that no part of the page is newer than another.
 */
export function SourceArrival({ projectID, source }: SourceArrivalProps) {
  const health = useSourceHealth(projectID, source.uid);
  const project = useQuery(projectRead(projectID)).data;
  return (
    <Section title="Arrival">
      <div role="status" className="min-h-6 text-sm">
        <Newest projectID={projectID} source={source} health={health} />
      </div>
      <SourceHealthFacts projectID={projectID} sourceID={source.uid} health={health} />
      {project && getSourceTypeForm(source.type).subscribedIn.includes(project.type) && (
        <NotSubscribed projectID={projectID} source={source} />
      )}
    </Section>
  );
}

type NewestProps = SourceArrivalProps & { health: SourceHealthResult };

function Newest({ projectID, source, health: { data, error } }: NewestProps) {
  if (!data) return error ? <ErrorReason error={error} className="text-failure" /> : <Skeleton className="h-5 w-64" />;
  if (data.last_event_at === null) return <Waiting isDisabled={source.is_disabled} />;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <CircleCheck aria-hidden className="size-4 text-success" />
      <span className="font-medium text-success">Events arrive.</span>
      <NewestEvent projectID={projectID} sourceID={source.uid} at={data.last_event_at} />
      <RelativeTime at={data.last_event_at} className="text-ink-muted" />
    </p>
  );
}

/** The event that came at this moment; it is read once for each moment. */
function NewestEvent({ projectID, sourceID, at }: { projectID: string; sourceID: string; at: string }) {
  const query = { sourceId: sourceID, perPage: 1, endDate: at };
  const [newest] = useQuery({ ...eventListRead(projectID, query), staleTime: "static" }).data?.content ?? [];
  if (!newest) return <span>The newest came</span>;
  return (
    <>
      The newest is{" "}
      <Link
        href={`/projects/${projectID}/events/${newest.uid}`}
        className="break-all font-medium text-accent underline-offset-2 hover:underline"
      >
        {newest.event_type || "no type"}
      </Link>
    </>
  );
}

function Waiting({ isDisabled }: { isDisabled: boolean }) {
  if (isDisabled) return <p className="text-ink-muted">The source is switched off: it takes no events.</p>;
  return (
    <p className="flex items-center gap-1.5">
      <CircleDashed aria-hidden className="size-4 animate-[pulse-soft_1.6s_ease-in-out_infinite] text-scheduled" />
      <span className="font-medium">Waiting for the first event…</span>
      <span className="text-ink-muted">It shows up here by itself.</span>
    </p>
  );
}

function NotSubscribed({ projectID, source }: SourceArrivalProps) {
  const mayCreate = useMay(projectID, "administer");
  const { data } = useQuery(subscriptionListRead(projectID, { sourceId: source.uid, perPage: 1 }));
  if (!data || data.content.length > 0) return null;
  return (
    <Callout tone="warning" title="No subscription takes its events">
      <p>They are kept, but delivered nowhere.</p>
      {mayCreate && (
        <Button asChild size="sm" className="mt-2">
          <Link href={`/projects/${projectID}/subscriptions/new?sourceId=${source.uid}`}>Create subscription</Link>
        </Button>
      )}
    </Callout>
  );
}
