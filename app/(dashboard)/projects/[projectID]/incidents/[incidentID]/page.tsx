import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { IncidentPage } from "@/components/incidents/incident-page";
import { incidentRead } from "@/components/incidents/queries";

export const metadata: Metadata = { title: "Incident" };

export default async function IncidentRoute({ params }: ProjectPageProps<"incidentID">) {
  const { projectID, incidentID } = await params;
  return (
    <SignedIn address={`/projects/${projectID}/incidents/${incidentID}`} reads={[incidentRead(projectID, incidentID)]}>
      <IncidentPage projectID={projectID} incidentID={incidentID} />
    </SignedIn>
  );
}
