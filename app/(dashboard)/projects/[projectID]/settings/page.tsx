import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { projectRead } from "@/components/projects/queries";
import { ProjectSettingsPage } from "@/components/settings/project-settings-form";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: ProjectPageProps) {
  const { projectID } = await params;
  return (
    <SignedIn address={`/projects/${projectID}/settings`} reads={[projectRead(projectID)]}>
      <ProjectSettingsPage projectID={projectID} />
    </SignedIn>
  );
}
