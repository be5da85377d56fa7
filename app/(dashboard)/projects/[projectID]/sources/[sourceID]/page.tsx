import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { sourceHealthRead, sourceRead, sourceRefusalsRead } from "@/components/sources/queries";
import { SourcePage } from "@/components/sources/source-page";
import { statsRead } from "@/components/stats/queries";
import { toStatsRange } from "@/components/stats/stats-range";
import { subscriptionListRead } from "@/components/subscriptions/queries";
import { statsReader } from "@/lib/nouns/stats/list-reader";

export const metadata: Metadata = { title: "Source" };

export default async function SourceRoute({ params, searchParams }: ProjectPageProps<"sourceID">) {
  const { projectID, sourceID } = await params;
  const { values } = parseListQuery(statsReader, await searchParams);
  const { asked, interval } = toStatsRange(values, Date.now());
  return (
    <SignedIn
      address={`/projects/${projectID}/sources/${sourceID}`}
      reads={[
        sourceRead(projectID, sourceID),
        sourceHealthRead(projectID, sourceID),
        subscriptionListRead(projectID, { sourceId: sourceID, perPage: 1 }),
        sourceRefusalsRead(projectID, sourceID),
        statsRead(projectID, { ...asked, interval, sourceId: sourceID }),
      ]}
    >
      <SourcePage projectID={projectID} sourceID={sourceID} />
    </SignedIn>
  );
}
