import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { ConnectForm } from "@/components/connect/connect-form";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { PageHeader } from "@/components/layout/page-header";
import { projectRead } from "@/components/projects/queries";
import { RoleGate } from "@/components/session/role-gate";

export const metadata: Metadata = { title: "Connect" };

export default async function ConnectPage({ params }: ProjectPageProps) {
  const { projectID } = await params;
  const home = `/projects/${projectID}`;
  return (
    <SignedIn address={`${home}/connect`} reads={[projectRead(projectID), endpointChoicesRead(projectID)]}>
      <PageHeader
        title="Connect"
        note="A source, an endpoint and the subscription between them. What is not asked here has a default, and can be changed on their pages."
        back={{ href: home, name: "Overview" }}
      />
      <RoleGate projectID={projectID} permission="administer" act="connect sources with endpoints">
        <ConnectForm projectID={projectID} />
      </RoleGate>
    </SignedIn>
  );
}
