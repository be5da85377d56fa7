import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { EndpointPage } from "@/components/endpoints/endpoint-page";
import { endpointRead } from "@/components/endpoints/queries";

export const metadata: Metadata = { title: "Endpoint" };

export default async function EndpointRoute({ params }: ProjectPageProps<"endpointID">) {
  const { projectID, endpointID } = await params;
  return (
    <SignedIn address={`/projects/${projectID}/endpoints/${endpointID}`} reads={[endpointRead(projectID, endpointID)]}>
      <EndpointPage projectID={projectID} endpointID={endpointID} />
    </SignedIn>
  );
}
