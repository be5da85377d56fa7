import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { projectRead } from "@/components/projects/queries";
import { sourceChoicesRead } from "@/components/sources/queries";
import { statsRead } from "@/components/stats/queries";
import { toStatsRange } from "@/components/stats/stats-range";
import { subscriptionRead } from "@/components/subscriptions/queries";
import { SubscriptionPage } from "@/components/subscriptions/subscription-page";
import { statsReader } from "@/lib/nouns/stats/list-reader";

export const metadata: Metadata = { title: "Subscription" };

export default async function SubscriptionRoute({ params, searchParams }: ProjectPageProps<"subscriptionID">) {
  const { projectID, subscriptionID } = await params;
  const { values } = parseListQuery(statsReader, await searchParams);
  const { asked, interval } = toStatsRange(values, Date.now());
  return (
    <SignedIn
      address={`/projects/${projectID}/subscriptions/${subscriptionID}`}
      reads={[
        subscriptionRead(projectID, subscriptionID),
        statsRead(projectID, { ...asked, interval, subscriptionId: subscriptionID }),
        projectRead(projectID),
        endpointChoicesRead(projectID),
        sourceChoicesRead(projectID),
      ]}
    >
      <SubscriptionPage projectID={projectID} subscriptionID={subscriptionID} />
    </SignedIn>
  );
}
