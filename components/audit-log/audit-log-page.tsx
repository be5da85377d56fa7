"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { AuditFilters } from "@/components/audit-log/audit-filters";
import { AuditLogList } from "@/components/audit-log/audit-log-list";
import { auditLogRead } from "@/components/audit-log/queries";
import { EmptyState } from "@/components/data/empty-state";
import { usePoll } from "@/components/data/use-poll";
import { useListQuery } from "@/components/data-table/use-list-query";
import { useMay, useMe } from "@/components/session/me";
import { auditLogReader } from "@/lib/nouns/audit-log/list-reader";

export function AuditLogPage({ projectID }: { projectID: string }) {
  const me = useMe();
  const mayAdminister = useMay(projectID, "administer");
  const list = useListQuery(auditLogReader);
  const result = useQuery({
    ...auditLogRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
    enabled: mayAdminister,
  });

  if (me && !mayAdminister) {
    return (
      <EmptyState icon={ScrollText} title="Only admins see the audit log">
        <p>Ask an admin of the project what you need to know.</p>
      </EmptyState>
    );
  }
  return (
    <AuditLogList
      home={`/projects/${projectID}/settings/audit-log`}
      note="Who changed what in this project. Nothing can be removed from it."
      list={list}
      result={result}
      filters={<AuditFilters {...list} />}
    />
  );
}
