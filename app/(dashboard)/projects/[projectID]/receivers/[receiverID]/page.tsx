import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { receivedRequestListRead, receiverRead } from "@/components/receivers/queries";
import { ReceiverPage } from "@/components/receivers/receiver-page";
import { receivedRequestListReader } from "@/lib/nouns/receivers/list-reader";

export const metadata: Metadata = { title: "Receiver" };

export default async function ReceiverRoute({ params, searchParams }: ProjectPageProps<"receiverID">) {
  const { projectID, receiverID } = await params;
  const { sent } = parseListQuery(receivedRequestListReader, await searchParams);
  return (
    <SignedIn
      address={`/projects/${projectID}/receivers/${receiverID}`}
      reads={[receiverRead(projectID, receiverID), receivedRequestListRead(projectID, receiverID, sent)]}
    >
      <ReceiverPage projectID={projectID} receiverID={receiverID} />
    </SignedIn>
  );
}
