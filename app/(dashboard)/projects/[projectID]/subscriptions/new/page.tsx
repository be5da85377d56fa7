import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { PageHeader } from "@/components/layout/page-header";
import { projectRead } from "@/components/projects/queries";
import { RoleGate } from "@/components/session/role-gate";
import { sourceChoicesRead } from "@/components/sources/queries";
import { CreateSubscriptionForm } from "@/components/subscriptions/create-subscription-form";

export const metadata: Metadata = { title: "Create subscription" };

export default async function NewSubscriptionPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { endpointId, sourceId } = await searchParams;
  const home = `/projects/${projectID}/subscriptions`;
  return (
    <SignedIn
      address={`${home}/new`}
      reads={[projectRead(projectID), endpointChoicesRead(projectID), sourceChoicesRead(projectID)]}
    >
      <PageHeader title="Create subscription" back={{ href: home, name: "Subscriptions" }} />
      <RoleGate projectID={projectID} permission="administer" act="create subscriptions">
        <CreateSubscriptionForm
          projectID={projectID}
          chosen={{
            ...(typeof endpointId === "string" && { endpoint_id: endpointId }),
            ...(typeof sourceId === "string" && { source_id: sourceId }),
          }}
        />
      </RoleGate>
    </SignedIn>
  );
}
