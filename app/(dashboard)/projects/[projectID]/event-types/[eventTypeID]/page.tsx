import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { EventTypePage } from "@/components/event-types/event-type-page";
import { eventTypeRead } from "@/components/event-types/queries";

export const metadata: Metadata = { title: "Event type" };

export default async function EventTypeRoute({ params }: ProjectPageProps<"eventTypeID">) {
  const { projectID, eventTypeID } = await params;
  return (
    <SignedIn
      address={`/projects/${projectID}/event-types/${eventTypeID}`}
      reads={[eventTypeRead(projectID, eventTypeID)]}
    >
      <EventTypePage projectID={projectID} eventTypeID={eventTypeID} />
    </SignedIn>
  );
}
