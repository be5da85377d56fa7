import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { AlertList } from "@/components/alerts/alert-list";
import { alertListRead } from "@/components/alerts/queries";
import { parseListQuery } from "@/components/data-table/list-query";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { alertListReader } from "@/lib/nouns/alerts/list-reader";

export const metadata: Metadata = { title: "Alerts" };

export default async function AlertsPage({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(alertListReader, await searchParams);
  return (
    <SignedIn
      address={`/projects/${projectID}/alerts`}
      reads={[alertListRead(projectID, sent), endpointChoicesRead(projectID)]}
    >
      <AlertList projectID={projectID} />
    </SignedIn>
  );
}
