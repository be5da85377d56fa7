import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { sourceListRead } from "@/components/sources/queries";
import { SourceList } from "@/components/sources/source-list";
import { sourceListReader } from "@/lib/nouns/sources/list-reader";

export const metadata: Metadata = { title: "Sources" };

export default async function SourcesPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(sourceListReader, await searchParams);
  return (
    <SignedIn address={`/projects/${projectID}/sources`} reads={[sourceListRead(projectID, sent)]}>
      <SourceList projectID={projectID} />
    </SignedIn>
  );
}
