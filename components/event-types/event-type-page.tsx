"use client";

import { useQuery } from "@tanstack/react-query";
import { DetailState } from "@/components/data/detail-state";
import { EditEventTypeForm } from "@/components/event-types/edit-event-type-form";
import { EventTypeActions } from "@/components/event-types/event-type-actions";
import { EVENT_TYPE_LOOK } from "@/components/event-types/event-type-look";
import { PastVersions } from "@/components/event-types/past-versions";
import { eventTypeRead } from "@/components/event-types/queries";
import { PageHeader } from "@/components/layout/page-header";
import { StatusMark } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";

type EventTypePageProps = { projectID: string; eventTypeID: string };

export function EventTypePage({ projectID, eventTypeID }: EventTypePageProps) {
  const result = useQuery(eventTypeRead(projectID, eventTypeID));
  const home = `/projects/${projectID}`;
  const back = { href: `${home}/event-types`, name: "Event types" };
  return (
    <DetailState noun="event type" back={back} result={result}>
      {(eventType) => (
        <>
          <PageHeader
            title={
              <span className="flex items-center gap-3">
                <span className="truncate font-mono">{eventType.name}</span>
                {eventType.is_deprecated && <StatusMark look={EVENT_TYPE_LOOK.deprecated} filled />}
              </span>
            }
            back={back}
          >
            <Button asChild>
              <Link href={`${home}/events?event_type=${encodeURIComponent(eventType.name)}`}>Events</Link>
            </Button>
            <EventTypeActions projectID={projectID} eventType={eventType} />
          </PageHeader>
          <div className="max-w-[720px] px-4 pb-12 md:px-6">
            {eventType.is_deprecated && (
              <Callout className="mb-6">
                Deprecated <RelativeTime at={eventType.deprecated_at} />. Its events are still taken and delivered.
              </Callout>
            )}
            <EditEventTypeForm key={eventType.uid} projectID={projectID} eventType={eventType} />
            <PastVersions projectID={projectID} eventType={eventType} />
          </div>
        </>
      )}
    </DetailState>
  );
}
