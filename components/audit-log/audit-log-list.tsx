"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { AuditEntryPanel } from "@/components/audit-log/audit-entry-panel";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import type { PagedList } from "@/components/data-table/pager";
import { usePanel } from "@/components/layout/use-panel";
import { PanelLink, RowActionsProvider } from "@/components/resend/row-actions";
import { RelativeTime } from "@/components/time/time";
import type { ApiError } from "@/lib/api/client";
import type { AuditEntry } from "@/lib/nouns/audit-log/schemas";
import type { Page } from "@/lib/wire/fields";

const helper = columnHelper<AuditEntry>();

const COLUMNS = helper.columns([
  helper.accessor("action", {
    header: "Action",
    meta: { width: "w-56", card: "status" },
    cell: ({ row }) => (
      <>
        <PanelLink id={row.id}>{row.original.action}</PanelLink>
        {row.original.count > 1 && (
          <span className="text-ink-muted tabular-nums"> × {row.original.count.toLocaleString("en")}</span>
        )}
      </>
    ),
  }),
  helper.accessor((entry) => entry.resource, {
    id: "resource",
    header: "Resource",
    meta: { card: "title" },
    cell: ({ getValue }) => (
      <>
        <span className="text-ink-muted">{getValue().type.replaceAll("_", " ")}</span> {getValue().name}
      </>
    ),
  }),
  helper.accessor((entry) => entry.actor.name, {
    id: "actor",
    header: "By",
    meta: { card: "detail" },
    cell: ({ row }) => nameActor(row.original),
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

/** The name of the actor; an anonymous actor is only known by the address. */
function nameActor({ actor, address }: AuditEntry): string {
  if (actor.kind === "anonymous") return address ? `somebody at ${address}` : "somebody not signed in";
  return actor.name || actor.kind;
}

const NO_ROWS: AuditEntry[] = [];
const NOTHING_PENDING = new Set<string>();

type AuditLogListProps = {
  /** The list's address, below which the panels of its entries are. */
  home: string;
  note: string;
  list: PagedList & { problem: string | null; isFiltered: boolean; isFirstPage: boolean; clearFilters: () => void };
  result: Pick<UseQueryResult<Page<AuditEntry>, ApiError>, "data" | "error" | "refetch">;
  filters: ReactNode;
  /** The name of a project, for entries of several projects. */
  nameProject?: (projectID: string) => string;
};

/** The entries of an audit log with a panel for each: a project's, or the installation's. */
export function AuditLogList({ home, note, list, result, filters, nameProject }: AuditLogListProps) {
  const panel = usePanel(home);
  const rows = result.data?.content ?? NO_ROWS;
  return (
    <RowActionsProvider addressOf={panel.addressOf} open={panel.open} resend={null} pending={NOTHING_PENDING}>
      <ListView
        title="Audit log"
        isPart
        noun="entries"
        note={note}
        list={list}
        result={result}
        filters={filters}
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
          {...(nameProject && { nameProject })}
        />
      )}
    </RowActionsProvider>
  );
}
