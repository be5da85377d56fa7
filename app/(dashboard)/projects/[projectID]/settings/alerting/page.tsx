import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { ProjectAlerting } from "@/components/alerting/alerting-page";
import { alertRoutesRead, alertRulesRead, notificationListRead, openProblemsRead } from "@/components/alerting/queries";
import { parseListQuery } from "@/components/data-table/list-query";
import { notificationListReader } from "@/lib/nouns/notifications/list-reader";

export const metadata: Metadata = { title: "Alerting" };

export default async function AlertingRoute({ params, searchParams }: ProjectPageProps) {
  const { projectID } = await params;
  const { sent } = parseListQuery(notificationListReader, await searchParams);
  const of = { projectID };
  const reads = [openProblemsRead(of), alertRoutesRead(of), alertRulesRead(of), notificationListRead(of, sent)];
  return (
    <SignedIn address={`/projects/${projectID}/settings/alerting`} reads={reads}>
      <ProjectAlerting projectID={projectID} />
    </SignedIn>
  );
}
