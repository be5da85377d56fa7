import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { IncidentList } from "@/components/incidents/incident-list";
import { incidentListRead } from "@/components/incidents/queries";
import { incidentListReader } from "@/lib/nouns/incidents/list-reader";

export const metadata: Metadata = { title: "Incidents" };

export default async function IncidentsPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(incidentListReader, await searchParams);
  return (
    <SignedIn
      address={`/projects/${projectID}/incidents`}
      reads={[incidentListRead(projectID, sent), endpointChoicesRead(projectID)]}
    >
      <IncidentList projectID={projectID} />
    </SignedIn>
  );
}
