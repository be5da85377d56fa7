"use client";

import { useQuery } from "@tanstack/react-query";
import { DetailState } from "@/components/data/detail-state";
import { usePoll } from "@/components/data/use-poll";
import { Activity } from "@/components/incidents/activity";
import { AcknowledgeIncident } from "@/components/incidents/incident-actions";
import { INCIDENT_LOOK } from "@/components/incidents/incident-look";
import { IncidentNotes } from "@/components/incidents/incident-notes";
import { IncidentState } from "@/components/incidents/incident-state";
import { incidentRead } from "@/components/incidents/queries";
import { ReplayIncident } from "@/components/incidents/replay-incident";
import { Fact, Facts } from "@/components/layout/facts";
import { PageHeader } from "@/components/layout/page-header";
import { EndpointStatusBadge, StatusMark } from "@/components/status/status-badge";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import type { Incident } from "@/lib/nouns/incidents/schemas";

type IncidentPageProps = { projectID: string; incidentID: string };

export function IncidentPage({ projectID, incidentID }: IncidentPageProps) {
  const result = useQuery({ ...incidentRead(projectID, incidentID), refetchInterval: usePoll(5_000) });
  const back = { href: `/projects/${projectID}/incidents`, name: "Incidents" };
  return (
    <DetailState noun="incident" back={back} result={result}>
      {(incident) => (
        <>
          <PageHeader
            title={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 whitespace-normal">
                <span className="min-w-0 break-words">{incident.title}</span>
                <StatusMark look={INCIDENT_LOOK[incident.status]} filled />
              </span>
            }
            note={<IncidentState incident={incident} className="block first-letter:uppercase" />}
            back={back}
          >
            <Button asChild>
              <Link href={`/projects/${projectID}/deliveries?incidentId=${incident.uid}`}>Deliveries</Link>
            </Button>
            <ReplayIncident incident={incident} isProposed={incident.status === "recovered"} />
            <AcknowledgeIncident incident={incident} />
          </PageHeader>
          <div className="space-y-6 px-4 pb-12 md:px-6">
            <Callout className="max-w-[720px]" title="What usually mends it">
              <p>{incident.advice}</p>
              {incident.error && <p className="mt-1 break-words text-ink-muted">{incident.error}</p>}
            </Callout>
            <IncidentFacts incident={incident} />
            <IncidentNotes incident={incident} />
          </div>
        </>
      )}
    </DetailState>
  );
}

function IncidentFacts({ incident }: { incident: Incident }) {
  const home = `/projects/${incident.project_id}`;
  const { endpoint_status } = incident;
  return (
    <Facts className="max-w-[960px] lg:grid-cols-4">
      <Fact name="Endpoint">
        {endpoint_status === null ? (
          incident.endpoint_name
        ) : (
          <span className="flex flex-wrap items-center gap-x-2">
            <Link
              href={`${home}/endpoints/${incident.endpoint_id}`}
              className="text-accent underline-offset-2 hover:underline"
            >
              {incident.endpoint_name}
            </Link>
            <EndpointStatusBadge status={endpoint_status} />
          </span>
        )}
      </Fact>
      <Fact name="Deliveries affected">{incident.deliveries.toLocaleString("en")}</Fact>
      <Fact name="Failed attempts">{incident.attempts.toLocaleString("en")}</Fact>
      <Fact name="Waiting for the endpoint">{incident.waiting.toLocaleString("en")}</Fact>
      <Fact name="First seen">
        <ExactTime at={incident.first_seen_at} />
      </Fact>
      <Fact name="Last seen">
        <ExactTime at={incident.last_seen_at} />
      </Fact>
      <Fact name={incident.recovered_at === null ? "Acknowledged" : "Recovered"}>
        {incident.recovered_at === null ? (
          <Acknowledgement incident={incident} />
        ) : (
          <ExactTime at={incident.recovered_at} />
        )}
      </Fact>
      <Fact name="Last example">
        <Link
          href={`${home}/deliveries/${incident.last_delivery_id}`}
          className="text-accent underline-offset-2 hover:underline"
        >
          Open the delivery
        </Link>
      </Fact>
      <Fact name={incident.recovered_at === null ? "Failed attempts in two hours" : "Its last two hours"} wide>
        <Activity incident={incident} className="mt-1" />
      </Fact>
    </Facts>
  );
}

function Acknowledgement({ incident: { acknowledged_at, acknowledged_by } }: { incident: Incident }) {
  if (acknowledged_at === null) return "By nobody yet";
  return (
    <>
      By {acknowledged_by}, <ExactTime at={acknowledged_at} />
    </>
  );
}
