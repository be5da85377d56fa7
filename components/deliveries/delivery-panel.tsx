"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Maximize2, Minimize2 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ComponentProps, useMemo } from "react";
import { ErrorState } from "@/components/data/error-state";
import { livePace, usePoll } from "@/components/data/use-poll";
import { AttemptTimeline } from "@/components/deliveries/attempt-timeline";
import { DeliveryFacts } from "@/components/deliveries/delivery-facts";
import { DeliveryPayload } from "@/components/deliveries/delivery-payload";
import { describeDelivery } from "@/components/deliveries/describe-delivery";
import { failingEndpointOf } from "@/components/deliveries/failing-endpoint";
import { attemptsRead, deliveryRead } from "@/components/deliveries/queries";
import { canCancel, useCancelDeliveries } from "@/components/deliveries/use-cancel-deliveries";
import { useResendDeliveries } from "@/components/deliveries/use-resend-deliveries";
import { EndpointIncidents } from "@/components/incidents/endpoint-incidents";
import { useStays } from "@/components/late/use-stays";
import { PanelSkeleton, SidePanel } from "@/components/layout/side-panel";
import { useSearchValue } from "@/components/layout/use-search-value";
import { ResendButton } from "@/components/resend/resend-button";
import { canResend, isDelayed, isMoving } from "@/components/resend/resendable";
import { useMay } from "@/components/session/me";
import { DeliveryBadge } from "@/components/status/status-badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { Tooltip } from "@/components/ui/tooltip";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

const DeliveryNotes = dynamic(() => import("@/components/deliveries/delivery-notes"), {
  loading: () => <Skeleton className="h-24 w-full" />,
});

const TestTab = dynamic(() => import("@/components/deliveries/test-tab"), {
  loading: () => <Skeleton className="h-40 w-full" />,
});

type DeliveryPanelProps = {
  projectID: string;
  deliveryID: string;
  /** The row of the list, shown until the whole delivery is loaded. */
  known?: EventDelivery | undefined;
  onClose: () => void;
};

const pace = livePace(isMoving);

export function DeliveryPanel({ projectID, deliveryID, known, onClose }: DeliveryPanelProps) {
  const enabled = useStays(deliveryID);
  const detail = useQuery({ ...deliveryRead(projectID, deliveryID), refetchInterval: usePoll(pace), enabled });
  const delivery = detail.data ?? known;
  const [wide, setWide] = useSearchValue("wide");
  const isWide = wide !== null;
  const isOpen = delivery !== undefined && isMoving(delivery);
  const attempts = useQuery({
    ...attemptsRead(projectID, deliveryID),
    refetchInterval: usePoll(isOpen ? 2_000 : 10_000),
    enabled,
  });

  return (
    <SidePanel
      label="Delivery"
      rowID={deliveryID}
      wide={isWide}
      onClose={onClose}
      actions={
        <>
          <CopyButton value={() => window.location.href} what="link to this delivery" />
          <WidthButton isWide={isWide} onToggle={() => setWide(isWide ? null : "1")} />
        </>
      }
    >
      {detail.error && !delivery && (
        <ErrorState title="The delivery could not be loaded" error={detail.error} onRetry={detail.refetch} />
      )}
      {!delivery && !detail.error && <PanelSkeleton noun="delivery" />}
      {delivery && (
        <>
          <DeliveryHead projectID={projectID} delivery={delivery} />
          <DeliveryCause projectID={projectID} delivery={delivery} />
          <DeliveryFacts projectID={projectID} delivery={delivery} />
          <DeliveryTabs delivery={delivery} whole={detail.data} attempts={attempts} />
        </>
      )}
    </SidePanel>
  );
}

/** The phone has no more width to give. */
function WidthButton({ isWide, onToggle }: { isWide: boolean; onToggle: () => void }) {
  const Icon = isWide ? Minimize2 : Maximize2;
  const name = isWide ? "Show beside the list" : "Show in full width";
  return (
    <Tooltip content={name} side="bottom">
      <Button variant="ghost" size="icon" aria-label={name} className="max-md:hidden" onClick={onToggle}>
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}

/** Why its endpoint fails at the moment, beside a delivery that has not succeeded. */
function DeliveryCause({ projectID, delivery }: { projectID: string; delivery: EventDelivery }) {
  const endpointID = failingEndpointOf(delivery);
  return endpointID && <EndpointIncidents projectID={projectID} endpointID={endpointID} className="mb-5" />;
}

type DeliveryTabsProps = {
  delivery: EventDelivery;
  /** The delivery with its payload; undefined while only its row of the list is there. */
  whole: EventDelivery | undefined;
  attempts: ComponentProps<typeof AttemptTimeline>["attempts"];
};

function DeliveryTabs({ delivery, whole, attempts }: DeliveryTabsProps) {
  const data = whole?.metadata.data;
  const bytes = useMemo(() => data && Uint8Array.from(data), [data]);
  const mayTest = useMay(delivery.project_id, "operate");
  return (
    <Tabs defaultValue="attempts" className="mt-6">
      <TabsList>
        <TabsTrigger value="attempts">Attempts {attempts.data ? `(${attempts.data.length})` : ""}</TabsTrigger>
        <TabsTrigger value="payload">Payload</TabsTrigger>
        {mayTest && <TabsTrigger value="test">Test</TabsTrigger>}
        <TabsTrigger value="notes">Notes</TabsTrigger>
      </TabsList>
      <TabsContent value="attempts" className="pt-4">
        <AttemptTimeline delivery={delivery} attempts={attempts} payload={bytes} />
      </TabsContent>
      <TabsContent value="payload" className="pt-4">
        {whole && bytes ? <DeliveryPayload delivery={whole} bytes={bytes} /> : <Skeleton className="h-40 w-full" />}
      </TabsContent>
      <TabsContent value="notes" className="pt-4">
        <DeliveryNotes delivery={delivery} />
      </TabsContent>
      {mayTest && (
        <TabsContent value="test" className="pt-4">
          {whole && bytes && <TestTab key={whole.uid} delivery={whole} bytes={bytes} attempt={attempts.data?.at(-1)} />}
        </TabsContent>
      )}
    </Tabs>
  );
}

function DeliveryHead({ projectID, delivery }: { projectID: string; delivery: EventDelivery }) {
  const mayResend = useMay(projectID, "operate");
  const { resend, pending } = useResendDeliveries(projectID);
  const { cancel, pending: cancelling } = useCancelDeliveries(projectID);
  const cause = describeDelivery(delivery);
  return (
    <div className="mb-5 flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <DeliveryBadge delivery={delivery} filled />
        <h2 className="mt-2 break-words font-medium text-lg">{delivery.event_type || "no type"}</h2>
        {cause && <p className="mt-0.5 text-ink-muted text-sm">{cause}</p>}
      </div>
      {mayResend && (
        <div className="flex shrink-0 flex-wrap justify-end gap-2">
          {canCancel(delivery) && (
            <Button pending={cancelling.size > 0} onClick={() => void cancel([delivery])}>
              <Ban aria-hidden />
              Cancel
            </Button>
          )}
          <ResendButton
            pending={pending.size > 0}
            disabled={!canResend(delivery)}
            isEarly={isDelayed(delivery)}
            onResend={() => void resend([delivery])}
          />
        </div>
      )}
    </div>
  );
}
