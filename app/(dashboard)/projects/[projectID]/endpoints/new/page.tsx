import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { CreateEndpointForm } from "@/components/endpoints/create-endpoint-form";
import { PageHeader } from "@/components/layout/page-header";
import { RoleGate } from "@/components/session/role-gate";

export const metadata: Metadata = { title: "Create endpoint" };

export default async function NewEndpointPage({ params }: ProjectPageProps) {
  const { projectID } = await params;
  const home = `/projects/${projectID}/endpoints`;
  return (
    <SignedIn address={`${home}/new`}>
      <PageHeader title="Create endpoint" back={{ href: home, name: "Endpoints" }} />
      <RoleGate projectID={projectID} permission="administer" act="create endpoints">
        <CreateEndpointForm projectID={projectID} />
      </RoleGate>
    </SignedIn>
  );
}
