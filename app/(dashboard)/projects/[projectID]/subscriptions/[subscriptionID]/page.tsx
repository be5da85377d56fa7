import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { projectRead } from "@/components/projects/queries";
import { sourceChoicesRead } from "@/components/sources/queries";
import { subscriptionRead } from "@/components/subscriptions/queries";
import { SubscriptionPage } from "@/components/subscriptions/subscription-page";

export const metadata: Metadata = { title: "Subscription" };

export default async function SubscriptionRoute({ params }: ProjectPageProps<"subscriptionID">) {
  const { projectID, subscriptionID } = await params;
  return (
    <SignedIn
      address={`/projects/${projectID}/subscriptions/${subscriptionID}`}
      reads={[
        subscriptionRead(projectID, subscriptionID),
        projectRead(projectID),
        endpointChoicesRead(projectID),
        sourceChoicesRead(projectID),
      ]}
    >
      <SubscriptionPage projectID={projectID} subscriptionID={subscriptionID} />
    </SignedIn>
  );
}
