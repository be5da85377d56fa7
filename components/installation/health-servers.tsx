"use client";

import { DataTable } from "@/components/data-table/data-table";
import { columnHelper } from "@/components/data-table/features";
import { SERVER_LOOK } from "@/components/installation/installation-words";
import { PageHeader } from "@/components/layout/page-header";
import { StatusMark } from "@/components/status/status-badge";
import { formatSeconds } from "@/components/time/format-time";
import { formatBytes } from "@/lib/kernel/format-bytes";
import type { ServerHealth } from "@/lib/nouns/health/schemas";

const helper = columnHelper<ServerHealth>();

const COLUMNS = helper.columns([
  helper.accessor("state", {
    header: "State",
    meta: { card: "status", width: "w-28" },
    cell: ({ getValue }) => <StatusMark look={SERVER_LOOK[getValue()]} />,
  }),
  helper.accessor("address", {
    header: "Server",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <>
        <span className="font-mono">{original.address}</span>
        {original.is_coordinator && <span className="text-ink-muted"> · coordinator</span>}
      </>
    ),
  }),
  helper.accessor("shards", {
    header: "Holds",
    meta: { width: "w-64", card: "detail" },
    cell: ({ row: { original } }) => <span className="text-ink-muted">{sayHeld(original)}</span>,
  }),
  helper.accessor("connections", {
    header: "Connections",
    meta: { align: "right", width: "w-28", from: "lg" },
    cell: ({ getValue }) => {
      const connections = getValue();
      return connections ? (
        <span title={`${connections.hookyard.toLocaleString("en")} of them are Hookyard's`}>
          {connections.used.toLocaleString("en")} of {connections.allowed.toLocaleString("en")}
        </span>
      ) : (
        <Unknown />
      );
    },
  }),
  helper.accessor("inbox", {
    header: "Inbox",
    meta: { align: "right", width: "w-20" },
    cell: ({ getValue }) => <Amount count={getValue()?.events} isEstimate={getValue()?.is_estimate} />,
  }),
  helper.accessor("queue", {
    header: "Unfinished",
    meta: { align: "right", width: "w-24", card: "action" },
    cell: ({ getValue }) => (
      <>
        <Amount count={getValue()?.deliveries} isEstimate={getValue()?.is_estimate} />
        {getValue() && <span className="md:hidden"> unfinished</span>}
      </>
    ),
  }),
  helper.display({
    id: "late",
    header: "Late by",
    meta: { align: "right", width: "w-24", card: "time" },
    cell: ({ row: { original } }) => <Lag {...original} />,
  }),
]);

/** The servers that a spread database lies on. Nothing where there is one. */
export function HealthServers({ servers }: { servers: ServerHealth[] }) {
  if (servers.length === 0) return null;
  return (
    <section aria-label="Servers">
      <PageHeader
        title="Servers"
        isPart
        note="Each has some projects whole. Where one is away, its projects stand still and all others go on."
      />
      <DataTable label="Servers" columns={COLUMNS} rows={servers} rowID={({ address }) => address} />
    </section>
  );
}

function Unknown() {
  return <span className="text-ink-muted max-md:hidden">–</span>;
}

function Amount({ count, isEstimate = false }: { count: number | undefined; isEstimate: boolean | undefined }) {
  if (count === undefined) return <Unknown />;
  return (
    <>
      {isEstimate && "About "}
      {count.toLocaleString("en")}
    </>
  );
}

function sayHeld({ shards, projects, database_bytes }: ServerHealth): string {
  const parts = [
    projects === null ? null : `${projects.toLocaleString("en")} ${projects === 1 ? "project" : "projects"}`,
    `${shards.toLocaleString("en")} ${shards === 1 ? "shard" : "shards"}`,
    database_bytes === null ? null : formatBytes(database_bytes),
  ];
  return parts.filter((part) => part !== null).join(" · ");
}

/** How long the oldest of what is due has waited. */
function Lag({ inbox, queue }: ServerHealth) {
  if (!inbox || !queue) return <Unknown />;
  const seconds = Math.max(inbox.oldest_seconds ?? 0, queue.due_seconds ?? 0);
  if (seconds === 0)
    return (
      <span className="text-ink-muted">
        Nothing<span className="md:hidden"> is late</span>
      </span>
    );
  return (
    <>
      <span className="md:hidden">Late by </span>
      {formatSeconds(seconds)}
    </>
  );
}
