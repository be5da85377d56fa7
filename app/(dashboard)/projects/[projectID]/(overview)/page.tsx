import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { OverviewPage } from "@/components/overview/overview-page";
import { dayAgo, FAILED, LATEST, overviewRead, totalsRead, WAITING } from "@/components/overview/queries";

export const metadata: Metadata = { title: "Overview" };

export default async function ProjectPage({ params }: ProjectPageProps) {
  const { projectID } = await params;
  const lists = [LATEST, FAILED, WAITING].map((query) => overviewRead(projectID, query));
  return (
    <SignedIn
      address={`/projects/${projectID}`}
      reads={[...lists, endpointChoicesRead(projectID), totalsRead(projectID, dayAgo(Date.now()))]}
    >
      <OverviewPage projectID={projectID} />
    </SignedIn>
  );
}
