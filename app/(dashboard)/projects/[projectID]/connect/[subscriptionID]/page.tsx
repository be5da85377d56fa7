import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { ConnectionPage } from "@/components/connect/connection-page";
import { subscriptionRead } from "@/components/subscriptions/queries";

export const metadata: Metadata = { title: "Connection" };

export default async function ConnectionRoute({ params }: ProjectPageProps<"subscriptionID">) {
  const { projectID, subscriptionID } = await params;
  return (
    <SignedIn
      address={`/projects/${projectID}/connect/${subscriptionID}`}
      reads={[subscriptionRead(projectID, subscriptionID)]}
    >
      <ConnectionPage projectID={projectID} subscriptionID={subscriptionID} />
    </SignedIn>
  );
}
