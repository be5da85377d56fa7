"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { AuditFilters } from "@/components/audit-log/audit-filters";
import { AuditLogList } from "@/components/audit-log/audit-log-list";
import { installationAuditLogRead } from "@/components/audit-log/queries";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { useListQuery } from "@/components/data-table/use-list-query";
import { shortenID } from "@/components/ids/id-text";
import { OwnerOnly } from "@/components/installation/owner-only";
import { useMe } from "@/components/session/me";
import { installationAuditLogReader } from "@/lib/nouns/audit-log/list-reader";

export function InstallationAuditLog() {
  const me = useMe();
  const list = useListQuery(installationAuditLogReader);
  const result = useQuery({
    ...installationAuditLogRead(list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    enabled: me?.is_owner === true,
  });
  const projects = (me?.projects ?? []).map(({ uid, name }) => ({ value: uid, name }));
  return (
    <OwnerOnly>
      <AuditLogList
        home="/installation/audit-log"
        note="Who signed in and who failed to, what became of accounts, and every change of every project. Nothing can be removed from it."
        list={list}
        result={result}
        nameProject={(id) => projects.find(({ value }) => value === id)?.name ?? shortenID(id)}
        filters={
          <AuditFilters
            {...list}
            more={
              <MultiFilter
                label="Project"
                options={projects}
                chosen={list.values.projectId}
                onChoose={(chosen) => list.setFilters({ projectId: chosen })}
              />
            }
          />
        }
      />
    </OwnerOnly>
  );
}
