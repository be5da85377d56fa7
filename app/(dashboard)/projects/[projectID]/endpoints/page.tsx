import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { EndpointList } from "@/components/endpoints/endpoint-list";
import { endpointListRead } from "@/components/endpoints/queries";
import { endpointListReader } from "@/lib/nouns/endpoints/list-reader";

export const metadata: Metadata = { title: "Endpoints" };

export default async function EndpointsPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(endpointListReader, await searchParams);
  return (
    <SignedIn address={`/projects/${projectID}/endpoints`} reads={[endpointListRead(projectID, sent)]}>
      <EndpointList projectID={projectID} />
    </SignedIn>
  );
}
