import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { MembersPage } from "@/components/members/members-page";
import { memberListRead, openInvitationsRead } from "@/components/members/queries";
import { memberListReader } from "@/lib/nouns/members/list-reader";

export const metadata: Metadata = { title: "Members" };

export default async function MembersRoute({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(memberListReader, await searchParams);
  return (
    <SignedIn
      address={`/projects/${projectID}/settings/members`}
      reads={[memberListRead(projectID, sent), openInvitationsRead(projectID)]}
    >
      <MembersPage projectID={projectID} />
    </SignedIn>
  );
}
