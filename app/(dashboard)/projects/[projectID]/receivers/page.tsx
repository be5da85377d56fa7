import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { receiverListRead } from "@/components/receivers/queries";
import { ReceiverList } from "@/components/receivers/receiver-list";
import { receiverListReader } from "@/lib/nouns/receivers/list-reader";

export const metadata: Metadata = { title: "Receivers" };

export default async function ReceiversPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(receiverListReader, await searchParams);
  return (
    <SignedIn address={`/projects/${projectID}/receivers`} reads={[receiverListRead(projectID, sent)]}>
      <ReceiverList projectID={projectID} />
    </SignedIn>
  );
}
