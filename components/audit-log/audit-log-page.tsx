"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { AuditEntryPanel } from "@/components/audit-log/audit-entry-panel";
import { AuditFilters } from "@/components/audit-log/audit-filters";
import { auditLogRead } from "@/components/audit-log/queries";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { useListQuery } from "@/components/data-table/use-list-query";
import { usePanel } from "@/components/layout/use-panel";
import { PanelLink, RowActionsContext } from "@/components/resend/row-actions";
import { useMay, useMe } from "@/components/session/me";
import { RelativeTime } from "@/components/time/time";
import { type AuditEntry, ListAuditLog } from "@/lib/audit-log/schemas";

const helper = columnHelper<AuditEntry>();

const COLUMNS = helper.columns([
  helper.accessor("action", {
    header: "Action",
    meta: { width: "w-56", card: "status" },
    cell: ({ row }) => <PanelLink id={row.id}>{row.original.action}</PanelLink>,
  }),
  helper.accessor((entry) => entry.resource, {
    id: "resource",
    header: "Resource",
    meta: { card: "title" },
    cell: ({ getValue }) => (
      <>
        <span className="text-ink-muted">{getValue().type}</span> {getValue().name}
      </>
    ),
  }),
  helper.accessor((entry) => entry.actor.name, {
    id: "actor",
    header: "By",
    meta: { card: "detail" },
    cell: ({ row }) => row.original.actor.name || row.original.actor.kind,
  }),
  helper.accessor((entry) => Object.keys(entry.changes).join(", "), {
    id: "changes",
    header: "Changed",
    meta: { from: "lg" },
    cell: ({ getValue }) => <span className="font-mono text-ink-muted">{getValue()}</span>,
  }),
  helper.accessor("created_at", {
    header: "When",
    meta: { width: "w-28", align: "right", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
]);

const NO_ROWS: AuditEntry[] = [];
const NOTHING_PENDING = new Set<string>();

export function AuditLogPage({ projectID }: { projectID: string }) {
  const me = useMe();
  const mayAdminister = useMay(projectID, "administer");
  const list = useListQuery(ListAuditLog);
  const panel = usePanel(`/projects/${projectID}/settings/audit-log`);
  const result = useQuery({
    ...auditLogRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
    enabled: mayAdminister,
  });
  const rows = result.data?.content ?? NO_ROWS;

  if (me && !mayAdminister) {
    return (
      <EmptyState icon={ScrollText} title="Only admins see the audit log">
        <p>Ask an admin of the project what you need to know.</p>
      </EmptyState>
    );
  }
  return (
    <RowActionsContext value={{ addressOf: panel.addressOf, open: panel.open, resend: null, pending: NOTHING_PENDING }}>
      <ListView
        title="Audit log"
        isPart
        noun="entries"
        note="Who changed what in this project. Nothing can be removed from it."
        list={list}
        result={result}
        filters={<AuditFilters {...list} />}
        empty={<EmptyState icon={ScrollText} title="Nothing was changed yet" />}
        table={{
          columns: COLUMNS,
          rowID: ({ uid }) => uid,
          openID: panel.openID,
          onMove: ({ uid }) => panel.openID !== null && panel.open(uid),
        }}
      />
      {panel.openID && result.data && (
        <AuditEntryPanel
          entryID={panel.openID}
          entry={rows.find(({ uid }) => uid === panel.openID)}
          onClose={panel.close}
        />
      )}
    </RowActionsContext>
  );
}
