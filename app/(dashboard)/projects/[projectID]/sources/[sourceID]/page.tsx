import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { sourceHealthRead, sourceRead, sourceRefusalsRead } from "@/components/sources/queries";
import { SourcePage } from "@/components/sources/source-page";
import { subscriptionListRead } from "@/components/subscriptions/queries";

export const metadata: Metadata = { title: "Source" };

export default async function SourceRoute({ params }: ProjectPageProps<"sourceID">) {
  const { projectID, sourceID } = await params;
  return (
    <SignedIn
      address={`/projects/${projectID}/sources/${sourceID}`}
      reads={[
        sourceRead(projectID, sourceID),
        sourceHealthRead(projectID, sourceID),
        subscriptionListRead(projectID, { sourceId: sourceID, perPage: 1 }),
        sourceRefusalsRead(projectID, sourceID),
      ]}
    >
      <SourcePage projectID={projectID} sourceID={sourceID} />
    </SignedIn>
  );
}
