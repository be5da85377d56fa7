import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { troubledSourcesRead } from "@/components/alerting/troubled-sources-read";
import { newAlertsRead } from "@/components/alerts/queries";
import { parseListQuery } from "@/components/data-table/list-query";
import { endpointChoicesRead, holdingEndpointsRead } from "@/components/endpoints/queries";
import { OverviewPage } from "@/components/overview/overview-page";
import { FAILED, LATEST, overviewRead, WAITING } from "@/components/overview/queries";
import { backlogRead, deliveryCountsRead, statsRead } from "@/components/stats/queries";
import { toStatsRange } from "@/components/stats/stats-range";
import { statsReader } from "@/lib/nouns/stats/list-reader";

export const metadata: Metadata = { title: "Overview" };

export default async function ProjectPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const lists = [LATEST, FAILED, WAITING].map((query) => overviewRead(projectID, query));
  const { values } = parseListQuery(statsReader, await searchParams);
  const { asked, interval } = toStatsRange(values, Date.now());
  return (
    <SignedIn
      address={`/projects/${projectID}`}
      reads={[
        ...lists,
        troubledSourcesRead(projectID),
        newAlertsRead(projectID),
        endpointChoicesRead(projectID),
        holdingEndpointsRead(projectID),
        backlogRead(projectID),
        deliveryCountsRead(projectID, asked),
        statsRead(projectID, { ...asked, interval }),
      ]}
    >
      <OverviewPage projectID={projectID} />
    </SignedIn>
  );
}
