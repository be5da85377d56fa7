import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { PageHeader } from "@/components/layout/page-header";
import { projectRead } from "@/components/projects/queries";
import { RoleGate } from "@/components/session/role-gate";
import { CreateSourceForm } from "@/components/sources/create-source-form";

export const metadata: Metadata = { title: "Create source" };

export default async function NewSourcePage({ params }: ProjectPageProps) {
  const { projectID } = await params;
  const home = `/projects/${projectID}/sources`;
  return (
    <SignedIn address={`${home}/new`} reads={[projectRead(projectID)]}>
      <PageHeader title="Create source" back={{ href: home, name: "Sources" }} />
      <RoleGate projectID={projectID} permission="administer" act="create sources">
        <CreateSourceForm projectID={projectID} />
      </RoleGate>
    </SignedIn>
  );
}
