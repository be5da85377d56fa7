import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { CreateEventTypeForm } from "@/components/event-types/create-event-type-form";
import { PageHeader } from "@/components/layout/page-header";
import { RoleGate } from "@/components/session/role-gate";

export const metadata: Metadata = { title: "Create event type" };

export default async function NewEventTypePage({ params }: ProjectPageProps) {
  const { projectID } = await params;
  const home = `/projects/${projectID}/event-types`;
  return (
    <SignedIn address={`${home}/new`}>
      <PageHeader title="Create event type" back={{ href: home, name: "Event types" }} />
      <RoleGate projectID={projectID} permission="administer" act="create event types">
        <CreateEventTypeForm projectID={projectID} />
      </RoleGate>
    </SignedIn>
  );
}
