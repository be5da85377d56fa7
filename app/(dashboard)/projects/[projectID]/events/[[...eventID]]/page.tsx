import type { Metadata } from "next";
import type { PanelPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { endpointChoicesRead, holdingEndpointsRead } from "@/components/endpoints/queries";
import { EventsView } from "@/components/events/events-view";
import { eventListRead, eventRead } from "@/components/events/queries";
import { sourceChoicesRead } from "@/components/sources/queries";
import { viewListRead } from "@/components/views/queries";
import { eventListReader } from "@/lib/nouns/events/list-reader";

type EventsPageProps = PanelPageProps<"eventID">;

export async function generateMetadata({ params }: EventsPageProps): Promise<Metadata> {
  const { eventID } = await params;
  return { title: eventID ? "Event" : "Events" };
}

export default async function EventsPage({ params, searchParams }: EventsPageProps) {
  const { projectID, eventID: [eventID] = [] } = await params;
  const { sent } = parseListQuery(eventListReader, await searchParams);
  return (
    <SignedIn
      address={`/projects/${projectID}/events${eventID ? `/${eventID}` : ""}`}
      reads={[
        eventListRead(projectID, sent),
        viewListRead(projectID, "events"),
        endpointChoicesRead(projectID),
        holdingEndpointsRead(projectID),
        sourceChoicesRead(projectID),
        ...(eventID ? [eventRead(projectID, eventID)] : []),
      ]}
    >
      <EventsView projectID={projectID} />
    </SignedIn>
  );
}
