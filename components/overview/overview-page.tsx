"use client";

import { useQuery } from "@tanstack/react-query";
import { Cable, Gauge } from "lucide-react";
import { SourcesInTrouble } from "@/components/alerting/sources-in-trouble";
import { NewAlerts } from "@/components/alerts/new-alerts";
import { EmptyState } from "@/components/data/empty-state";
import { ErrorState } from "@/components/data/error-state";
import { LiveMark } from "@/components/data/live-mark";
import { usePoll } from "@/components/data/use-poll";
import { OpenIncidents } from "@/components/incidents/open-incidents";
import { PageHeader } from "@/components/layout/page-header";
import { DeliveryBlock } from "@/components/overview/delivery-block";
import { DeliveryTotals } from "@/components/overview/delivery-totals";
import { EndpointTrouble } from "@/components/overview/endpoint-trouble";
import { OverviewSkeleton } from "@/components/overview/overview-skeleton";
import { FAILED, LATEST, overviewRead, WAITING } from "@/components/overview/queries";
import { FirstSteps } from "@/components/projects/late-first-steps";
import { projectRead } from "@/components/projects/queries";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/** What an operator looks at first: failures, waiting deliveries, and troubled endpoints. */
export function OverviewPage({ projectID }: { projectID: string }) {
  const project = useQuery(projectRead(projectID)).data;
  const { data, error, refetch } = useQuery({ ...overviewRead(projectID, LATEST), refetchInterval: usePoll(5_000) });

  if (!data && !error) return <OverviewSkeleton />;
  return (
    <>
      <PageHeader title={project?.name ?? "Overview"} freshness={<LiveMark />}>
        <ConnectLink projectID={projectID} />
      </PageHeader>
      <SourcesInTrouble projectID={projectID} />
      {error && !data && <ErrorState title="The overview could not be loaded" error={error} onRetry={refetch} />}
      {data && (data.content.length === 0 ? <NothingYet projectID={projectID} /> : <Blocks projectID={projectID} />)}
    </>
  );
}

function NothingYet({ projectID }: { projectID: string }) {
  return (
    <EmptyState icon={Gauge} title="Nothing was delivered yet">
      <FirstSteps projectID={projectID} />
    </EmptyState>
  );
}

function ConnectLink({ projectID }: { projectID: string }) {
  const mayConnect = useMay(projectID, "administer");
  if (!mayConnect) return null;
  return (
    <Button asChild>
      <Link href={`/projects/${projectID}/connect`}>
        <Cable aria-hidden />
        Connect
      </Link>
    </Button>
  );
}

function Blocks({ projectID }: { projectID: string }) {
  return (
    <div className="grid items-start gap-x-6 gap-y-8 px-4 pb-12 md:px-6 xl:grid-cols-2">
      <div className="space-y-6 xl:col-span-2">
        <OpenIncidents projectID={projectID} />
        <NewAlerts projectID={projectID} />
        <DeliveryTotals projectID={projectID} />
      </div>
      <div className="min-w-0 space-y-8">
        <DeliveryBlock projectID={projectID} title="Failed" query={FAILED} nothing="Nothing has failed for good." />
        <EndpointTrouble projectID={projectID} />
      </div>
      <div className="min-w-0 space-y-8">
        <DeliveryBlock projectID={projectID} title="Waiting" query={WAITING} nothing="Nothing waits for its turn." />
        <DeliveryBlock projectID={projectID} title="Latest" query={LATEST} nothing="" />
      </div>
    </div>
  );
}
