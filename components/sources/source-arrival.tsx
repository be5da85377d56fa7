"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import Link from "next/link";
import { ErrorReason } from "@/components/data/error-reason";
import { livePace } from "@/components/data/live";
import { eventListRead } from "@/components/events/queries";
import { Section } from "@/components/forms/section";
import { projectRead } from "@/components/projects/queries";
import { useMay } from "@/components/session/me";
import { SourceHealthFacts } from "@/components/sources/source-health-facts";
import { getSourceTypeForm } from "@/components/sources/types/source-type-forms";
import { subscriptionListRead } from "@/components/subscriptions/queries";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiError } from "@/lib/api/client";
import type { Event } from "@/lib/nouns/events/schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

type SourceArrivalProps = { projectID: string; source: Source };

const pace = livePace((page: Page<Event>) => page.content.length === 0);

/** Whether events arrive: waits for the first one while the reader watches, and says where they would go. */
export function SourceArrival({ projectID, source }: SourceArrivalProps) {
  const query = { sourceId: source.uid, perPage: 1 };
  const events = useQuery({ ...eventListRead(projectID, query), refetchInterval: pace });
  const project = useQuery(projectRead(projectID)).data;
  return (
    <Section title="Arrival">
      <div role="status" className="min-h-6 text-sm">
        <Newest projectID={projectID} source={source} events={events} />
      </div>
      <SourceHealthFacts projectID={projectID} sourceID={source.uid} />
      {project && getSourceTypeForm(source.type).subscribedIn.includes(project.type) && (
        <NotSubscribed projectID={projectID} source={source} />
      )}
    </Section>
  );
}

type NewestProps = SourceArrivalProps & { events: { data: Page<Event> | undefined; error: ApiError | null } };

function Newest({ projectID, source, events }: NewestProps) {
  const { data, error } = events;
  if (!data) return error ? <ErrorReason error={error} className="text-failure" /> : <Skeleton className="h-5 w-64" />;
  const [newest] = data.content;
  if (!newest) return <Waiting isDisabled={source.is_disabled} />;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      <CircleCheck aria-hidden className="size-4 text-success" />
      <span className="font-medium text-success">Events arrive.</span> The newest is{" "}
      <Link
        href={`/projects/${projectID}/events/${newest.uid}`}
        className="break-all font-medium text-accent underline-offset-2 hover:underline"
      >
        {newest.event_type}
      </Link>
      <RelativeTime at={newest.created_at} className="text-ink-muted" />
    </p>
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
