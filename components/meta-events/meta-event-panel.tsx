"use client";

import { useQuery } from "@tanstack/react-query";
import { BodyView } from "@/components/code/body-view";
import { HeadersView } from "@/components/code/headers-view";
import { ErrorState } from "@/components/data/error-state";
import { usePollWhile } from "@/components/data/use-poll";
import { ShortID } from "@/components/ids/short-id";
import { useStays } from "@/components/late/use-stays";
import { Fact, Facts } from "@/components/layout/facts";
import { PanelSkeleton, SidePanel } from "@/components/layout/side-panel";
import { metaEventRead } from "@/components/meta-events/queries";
import { useResendMetaEvents } from "@/components/meta-events/use-resend-meta-events";
import { NextAttempt } from "@/components/resend/next-attempt";
import { ResendButton } from "@/components/resend/resend-button";
import { canResend, isMoving } from "@/components/resend/resendable";
import { useMay } from "@/components/session/me";
import { DeliveryStatusBadge } from "@/components/status/status-badge";
import { ExactTime } from "@/components/time/time";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { MetaEvent } from "@/lib/nouns/meta-events/schemas";

type MetaEventPanelProps = {
  projectID: string;
  metaEventID: string;
  /** The row of the list, shown until the whole meta event is loaded. */
  known?: MetaEvent | undefined;
  onClose: () => void;
};

export function MetaEventPanel({ projectID, metaEventID, known, onClose }: MetaEventPanelProps) {
  const enabled = useStays(metaEventID);
  const detail = useQuery({
    ...metaEventRead(projectID, metaEventID),
    refetchInterval: usePollWhile(isMoving),
    enabled,
  });
  const event = detail.data ?? known;
  return (
    <SidePanel
      label="Meta event"
      rowID={metaEventID}
      onClose={onClose}
      actions={<CopyButton value={() => window.location.href} what="link to this meta event" />}
    >
      {detail.error && !event && (
        <ErrorState title="The meta event could not be loaded" error={detail.error} onRetry={detail.refetch} />
      )}
      {!event && !detail.error && <PanelSkeleton noun="meta event" />}
      {event && (
        <>
          <MetaEventHead projectID={projectID} event={event} />
          <Tabs defaultValue="attempt" className="mt-6">
            <TabsList>
              <TabsTrigger value="attempt">Last attempt</TabsTrigger>
              <TabsTrigger value="payload">Payload</TabsTrigger>
            </TabsList>
            <TabsContent value="attempt" className="pt-4">
              {detail.data ? <LastAttempt attempt={detail.data.attempt} /> : <Skeleton className="h-40 w-full" />}
            </TabsContent>
            <TabsContent value="payload" className="pt-4">
              <BodyView text={detail.data?.metadata.raw ?? ""} what="payload" />
            </TabsContent>
          </Tabs>
        </>
      )}
    </SidePanel>
  );
}

function MetaEventHead({ projectID, event }: { projectID: string; event: MetaEvent }) {
  const mayResend = useMay(projectID, "operate");
  const { resend, pending } = useResendMetaEvents(projectID);
  return (
    <>
      <div className="mb-5 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <DeliveryStatusBadge status={event.status} filled />
          <h2 className="mt-2 break-words font-medium text-lg">{event.event_type}</h2>
          {event.description && <p className="mt-0.5 text-ink-muted text-sm">{event.description}</p>}
        </div>
        {mayResend && (
          <ResendButton pending={pending.size > 0} disabled={!canResend(event)} onResend={() => void resend([event])} />
        )}
      </div>
      <Facts>
        <Fact name="Created">
          <ExactTime at={event.created_at} />
        </Fact>
        <Fact name="Attempts">
          {event.metadata.num_trials} made, up to {event.metadata.retry_limit} each time
        </Fact>
        <Fact name="Next attempt">
          <NextAttempt row={event} />
        </Fact>
        <Fact name="Meta event id">
          <ShortID id={event.uid} what="meta event id" />
        </Fact>
      </Facts>
    </>
  );
}

function LastAttempt({ attempt }: { attempt: MetaEvent["attempt"] }) {
  if (!attempt) return <p className="text-ink-muted text-sm">There was no attempt yet.</p>;
  return (
    <div className="space-y-5">
      <p className="text-sm">
        {attempt.response_status === null ? attempt.error : `The address answered ${attempt.response_status}.`}
      </p>
      <Part name="Answer">
        <BodyView text={attempt.response_data} what="answer" />
      </Part>
      <Part name="Answer headers">
        <HeadersView headers={attempt.response_http_header} what="answer headers" />
      </Part>
      <Part name="Request headers">
        <HeadersView headers={attempt.request_http_header} what="request headers" />
      </Part>
    </div>
  );
}

function Part({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1.5 font-medium text-sm">{name}</h3>
      {children}
    </section>
  );
}
