import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { replayListRead } from "@/components/replays/queries";
import { ReplayList } from "@/components/replays/replay-list";
import { replayListReader } from "@/lib/nouns/replays/list-reader";

export const metadata: Metadata = { title: "Replays" };

export default async function ReplaysPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(replayListReader, await searchParams);
  return (
    <SignedIn address={`/projects/${projectID}/replays`} reads={[replayListRead(projectID, sent)]}>
      <ReplayList projectID={projectID} />
    </SignedIn>
  );
}
