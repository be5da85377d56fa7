import type { Metadata } from "next";
import type { PanelPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { AuditLogPage } from "@/components/audit-log/audit-log-page";
import { auditLogRead } from "@/components/audit-log/queries";
import { parseListQuery } from "@/components/data-table/list-query";
import { auditLogReader } from "@/lib/nouns/audit-log/list-reader";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditLogRoute({ params, searchParams }: PanelPageProps<"entryID">) {
  const { projectID } = await params;
  const { sent } = parseListQuery(auditLogReader, await searchParams);
  return (
    <SignedIn address={`/projects/${projectID}/settings/audit-log`} reads={[auditLogRead(projectID, sent)]}>
      <AuditLogPage projectID={projectID} />
    </SignedIn>
  );
}
