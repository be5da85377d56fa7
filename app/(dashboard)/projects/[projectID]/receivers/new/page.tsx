import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { PageHeader } from "@/components/layout/page-header";
import { CreateReceiverForm } from "@/components/receivers/create-receiver-form";
import { RoleGate } from "@/components/session/role-gate";

export const metadata: Metadata = { title: "Create receiver" };

export default async function NewReceiverPage({ params }: ProjectPageProps) {
  const { projectID } = await params;
  const home = `/projects/${projectID}/receivers`;
  return (
    <SignedIn address={`${home}/new`}>
      <PageHeader title="Create receiver" back={{ href: home, name: "Receivers" }} />
      <RoleGate projectID={projectID} permission="operate" act="create receivers">
        <CreateReceiverForm projectID={projectID} />
      </RoleGate>
    </SignedIn>
  );
}
