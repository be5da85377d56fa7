import type { Metadata } from "next";
import type { PageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { installationAuditLogRead } from "@/components/audit-log/queries";
import { parseListQuery } from "@/components/data-table/list-query";
import { InstallationAuditLog } from "@/components/installation/installation-audit-log";
import { meRead } from "@/components/session/me";
import { installationAuditLogReader } from "@/lib/nouns/audit-log/list-reader";

export const metadata: Metadata = { title: "Audit log of the installation" };

export default async function InstallationAuditLogRoute({ searchParams }: Pick<PageProps, "searchParams">) {
  const { sent } = parseListQuery(installationAuditLogReader, await searchParams);
  return (
    <SignedIn address="/installation/audit-log" reads={[meRead, installationAuditLogRead(sent)]}>
      <InstallationAuditLog />
    </SignedIn>
  );
}
