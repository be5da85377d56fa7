import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { EventTypeList } from "@/components/event-types/event-type-list";
import { eventTypeListRead } from "@/components/event-types/queries";
import { eventTypeListReader } from "@/lib/nouns/event-types/list-reader";

export const metadata: Metadata = { title: "Event types" };

export default async function EventTypesPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(eventTypeListReader, await searchParams);
  return (
    <SignedIn address={`/projects/${projectID}/event-types`} reads={[eventTypeListRead(projectID, sent)]}>
      <EventTypeList projectID={projectID} />
    </SignedIn>
  );
}
