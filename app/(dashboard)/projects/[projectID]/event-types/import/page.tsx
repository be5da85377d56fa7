import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { ImportEventTypesPage } from "@/components/event-types/import-event-types-page";

export const metadata: Metadata = { title: "Import event types" };

export default async function ImportEventTypesRoute({ params }: ProjectPageProps) {
  const { projectID } = await params;
  return (
    <SignedIn address={`/projects/${projectID}/event-types/import`}>
      <ImportEventTypesPage projectID={projectID} />
    </SignedIn>
  );
}
