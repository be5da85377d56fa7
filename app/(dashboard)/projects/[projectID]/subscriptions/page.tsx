import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { subscriptionListRead } from "@/components/subscriptions/queries";
import { SubscriptionList } from "@/components/subscriptions/subscription-list";
import { subscriptionListReader } from "@/lib/nouns/subscriptions/list-reader";

export const metadata: Metadata = { title: "Subscriptions" };

export default async function SubscriptionsPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(subscriptionListReader, await searchParams);
  return (
    <SignedIn
      address={`/projects/${projectID}/subscriptions`}
      reads={[subscriptionListRead(projectID, sent), endpointChoicesRead(projectID)]}
    >
      <SubscriptionList projectID={projectID} />
    </SignedIn>
  );
}
