import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { CreateReplayPage } from "@/components/replays/create-replay-page";

export const metadata: Metadata = { title: "Create replay" };

export default async function CreateReplayRoute({ params }: ProjectPageProps) {
  const { projectID } = await params;
  return (
    <SignedIn address={`/projects/${projectID}/replays/new`} reads={[endpointChoicesRead(projectID)]}>
      <CreateReplayPage projectID={projectID} />
    </SignedIn>
  );
}
