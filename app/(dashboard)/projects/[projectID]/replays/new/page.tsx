import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { deviceChoicesRead } from "@/components/devices/queries";
import { endpointChoicesRead, holdingEndpointsRead } from "@/components/endpoints/queries";
import { CreateReplayPage } from "@/components/replays/create-replay-page";
import { oldestRead } from "@/components/replays/queries";
import { toReplayFilter } from "@/components/replays/replay-filter";
import { sourceChoicesRead } from "@/components/sources/queries";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import { isSearch } from "@/lib/nouns/events/search-conditions";

export const metadata: Metadata = { title: "Create replay" };

export default async function CreateReplayRoute({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { values } = parseListQuery(deliveryListReader, await searchParams);
  const reads = [
    ...(isSearch(values) ? [] : [oldestRead(projectID, toReplayFilter(values))]),
    endpointChoicesRead(projectID),
    holdingEndpointsRead(projectID),
    deviceChoicesRead(projectID),
    sourceChoicesRead(projectID),
  ];
  return (
    <SignedIn address={`/projects/${projectID}/replays/new`} reads={reads}>
      <CreateReplayPage projectID={projectID} />
    </SignedIn>
  );
}
