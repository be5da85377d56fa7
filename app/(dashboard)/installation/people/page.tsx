import type { Metadata } from "next";
import type { PageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { PeoplePage } from "@/components/installation/people-page";
import { userListRead } from "@/components/installation/queries";
import { meRead } from "@/components/session/me";
import { userListReader } from "@/lib/nouns/users/list-reader";

export const metadata: Metadata = { title: "People" };

export default async function PeopleRoute({ searchParams }: PageProps) {
  const { sent } = parseListQuery(userListReader, await searchParams);
  return (
    <SignedIn address="/installation/people" reads={[meRead, userListRead(sent)]}>
      <PeoplePage />
    </SignedIn>
  );
}
