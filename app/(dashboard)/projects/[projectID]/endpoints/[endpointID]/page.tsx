import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { EndpointPage } from "@/components/endpoints/endpoint-page";
import { endpointRead } from "@/components/endpoints/queries";
import { incidentsOfEndpointRead } from "@/components/incidents/queries";
import { endpointStatsRead, statsRead } from "@/components/stats/queries";
import { toStatsRange } from "@/components/stats/stats-range";
import { ReadStats } from "@/lib/nouns/stats/schemas";

export const metadata: Metadata = { title: "Endpoint" };

export default async function EndpointRoute({ params, searchParams }: ProjectPageProps<"endpointID">) {
  const { projectID, endpointID } = await params;
  const { values } = parseListQuery(ReadStats, await searchParams);
  const { asked, interval } = toStatsRange(values, Date.now());
  return (
    <SignedIn
      address={`/projects/${projectID}/endpoints/${endpointID}`}
      reads={[
        endpointRead(projectID, endpointID),
        incidentsOfEndpointRead(projectID, endpointID),
        endpointStatsRead(projectID, endpointID, asked),
        statsRead(projectID, { ...asked, interval, endpointId: endpointID }),
      ]}
    >
      <EndpointPage projectID={projectID} endpointID={endpointID} />
    </SignedIn>
  );
}
