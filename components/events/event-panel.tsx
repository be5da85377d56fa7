"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { BodyView } from "@/components/code/body-view";
import { HeadersView } from "@/components/code/headers-view";
import { ErrorState } from "@/components/data/error-state";
import { usePoll } from "@/components/data/use-poll";
import { EventDeliveries } from "@/components/events/event-deliveries";
import { EventFacts } from "@/components/events/event-facts";
import { eventRead } from "@/components/events/queries";
import { canReplay, ReplayEvent } from "@/components/events/replay-event";
import { useStays } from "@/components/late/use-stays";
import { PanelSkeleton, SidePanel } from "@/components/layout/side-panel";
import { useMay } from "@/components/session/me";
import { EventStatusBadge } from "@/components/status/status-badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { Event } from "@/lib/nouns/events/schemas";

const FunctionsThatRan = dynamic(() =>
  import("@/components/functions/functions-that-ran").then((module) => module.FunctionsThatRan),
);

type EventPanelProps = {
  projectID: string;
  eventID: string;
  /** The row of the list, shown until the whole event is loaded. */
  known?: Event | undefined;
  onClose: () => void;
};

export function EventPanel({ projectID, eventID, known, onClose }: EventPanelProps) {
  const enabled = useStays(eventID);
  const detail = useQuery({ ...eventRead(projectID, eventID), refetchInterval: usePoll(5_000), enabled });
  const event = detail.data ?? known;

  return (
    <SidePanel
      label="Event"
      rowID={eventID}
      onClose={onClose}
      actions={<CopyButton value={() => window.location.href} what="link to this event" />}
    >
      {detail.error && !event && (
        <ErrorState title="The event could not be loaded" error={detail.error} onRetry={detail.refetch} />
      )}
      {!event && !detail.error && <PanelSkeleton noun="event" />}
      {event && (
        <>
          <EventHead projectID={projectID} event={event} />
          <EventFacts projectID={projectID} event={event} />
          <Tabs defaultValue="deliveries" className="mt-6">
            <TabsList>
              <TabsTrigger value="deliveries">Deliveries</TabsTrigger>
              <TabsTrigger value="payload">Payload</TabsTrigger>
            </TabsList>
            <TabsContent value="deliveries" className="pt-4">
              <EventDeliveries projectID={projectID} event={event} />
            </TabsContent>
            <TabsContent value="payload" className="pt-4">
              {detail.data ? <EventPayload event={detail.data} /> : <Skeleton className="h-40 w-full" />}
            </TabsContent>
          </Tabs>
        </>
      )}
    </SidePanel>
  );
}

function EventHead({ projectID, event }: { projectID: string; event: Event }) {
  const mayReplay = useMay(projectID, "operate") && canReplay(event);
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <EventStatusBadge status={event.status} filled />
        <h2 className="mt-2 break-words font-medium text-lg">{event.event_type || "no type"}</h2>
        {event.status_reason && <p className="mt-0.5 text-ink-muted text-sm">{event.status_reason}</p>}
      </div>
      {mayReplay && <ReplayEvent projectID={projectID} event={event} />}
    </div>
  );
}

/** The source's functions change what is sent, not the event. */
function EventFunctions({ event }: { event: Event }) {
  const versions = event.function_versions ?? [];
  if (versions.length === 0) return null;
  return (
    <section aria-label="Functions of the source" className="space-y-2">
      <h3 className="font-medium text-sm">Functions of the source</h3>
      <p className="text-ink-muted text-sm">
        They ran over it when it was last routed. It stays as it was received; its deliveries show what was made of it.
      </p>
      <FunctionsThatRan projectID={event.project_id} versions={versions} />
    </section>
  );
}

function EventPayload({ event }: { event: Event }) {
  return (
    <div className="space-y-5">
      <BodyView text={event.raw ?? ""} what="payload" />
      <EventFunctions event={event} />
      {event.url_query_params && (
        <div>
          <h3 className="mb-1.5 font-medium text-sm">Query</h3>
          <p className="break-all font-mono text-sm">{event.url_query_params}</p>
        </div>
      )}
      <div>
        <h3 className="mb-1.5 font-medium text-sm">Headers</h3>
        <HeadersView headers={event.headers ?? {}} what="headers" />
      </div>
    </div>
  );
}
