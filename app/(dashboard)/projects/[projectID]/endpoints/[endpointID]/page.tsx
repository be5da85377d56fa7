import type { Metadata } from "next";
import type { ProjectPageProps, Search } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { deliveryListRead, ofEndpoint } from "@/components/deliveries/queries";
import { EndpointPage } from "@/components/endpoints/endpoint-page";
import { type EndpointTab, toEndpointTab } from "@/components/endpoints/endpoint-tabs";
import { endpointRead, holdingEndpointsRead } from "@/components/endpoints/queries";
import { incidentsOfEndpointRead } from "@/components/incidents/queries";
import { sourceChoicesRead } from "@/components/sources/queries";
import { backlogRead, endpointStatsRead, statsRead } from "@/components/stats/queries";
import { toStatsRange } from "@/components/stats/stats-range";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import { statsReader } from "@/lib/nouns/stats/list-reader";

export const metadata: Metadata = { title: "Endpoint" };

export default async function EndpointRoute({ params, searchParams }: ProjectPageProps<"endpointID">) {
  const { projectID, endpointID } = await params;
  const search = await searchParams;
  return (
    <SignedIn
      address={`/projects/${projectID}/endpoints/${endpointID}`}
      reads={[
        endpointRead(projectID, endpointID),
        incidentsOfEndpointRead(projectID, endpointID),
        ...readsOf(toEndpointTab(search.tab), projectID, endpointID, search),
      ]}
    >
      <EndpointPage projectID={projectID} endpointID={endpointID} />
    </SignedIn>
  );
}

/** What a tab shows. */
function readsOf(tab: EndpointTab, projectID: string, endpointID: string, search: Search) {
  if (tab === "settings") return [];
  if (tab === "deliveries") {
    const { sent } = parseListQuery(deliveryListReader, search);
    return [
      deliveryListRead(projectID, ofEndpoint(endpointID, sent)),
      holdingEndpointsRead(projectID),
      sourceChoicesRead(projectID),
    ];
  }
  const { values } = parseListQuery(statsReader, search);
  const { asked, interval } = toStatsRange(values, Date.now());
  return [
    backlogRead(projectID, { endpointId: endpointID }),
    endpointStatsRead(projectID, endpointID, asked),
    statsRead(projectID, { ...asked, interval, endpointId: endpointID }),
  ];
}
