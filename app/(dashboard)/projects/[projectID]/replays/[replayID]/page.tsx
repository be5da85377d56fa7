import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { replayItemsRead, replayRead } from "@/components/replays/queries";
import { ReplayPage } from "@/components/replays/replay-page";
import { replayItemListReader } from "@/lib/nouns/replays/list-reader";

export const metadata: Metadata = { title: "Replay" };

export default async function ReplayRoute({ params, searchParams }: ProjectPageProps<"replayID">) {
  const { projectID, replayID } = await params;
  const { sent } = parseListQuery(replayItemListReader, await searchParams);
  return (
    <SignedIn
      address={`/projects/${projectID}/replays/${replayID}`}
      reads={[
        replayRead(projectID, replayID),
        replayItemsRead(projectID, replayID, sent),
        endpointChoicesRead(projectID),
      ]}
    >
      <ReplayPage projectID={projectID} replayID={replayID} />
    </SignedIn>
  );
}
