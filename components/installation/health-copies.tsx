"use client";

import { DataTable } from "@/components/data-table/data-table";
import { columnHelper } from "@/components/data-table/features";
import { COPY_LOOK } from "@/components/installation/installation-words";
import { PageHeader } from "@/components/layout/page-header";
import { StatusMark } from "@/components/status/status-badge";
import { formatDurationMs } from "@/components/time/format-time";
import { RelativeTime } from "@/components/time/time";
import type { CopyRole } from "@/lib/kernel/vocabulary";
import type { CopyHealth } from "@/lib/nouns/health/schemas";

const ROLE_WORDS: Record<CopyRole, string> = { all: "All", web: "Web", worker: "Worker" };

const helper = columnHelper<CopyHealth>();

const COLUMNS = helper.columns([
  helper.accessor("state", {
    header: "State",
    meta: { card: "status", width: "w-32" },
    cell: ({ getValue }) => <StatusMark look={COPY_LOOK[getValue()]} />,
  }),
  helper.accessor("name", {
    header: "Copy",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <>
        <span className="font-mono">{original.name}</span>
        <span className="text-ink-muted md:hidden"> · {sayRole(original)}</span>
      </>
    ),
  }),
  helper.accessor("role", {
    header: "Role",
    meta: { width: "w-24" },
    cell: ({ row: { original } }) => sayRole(original),
  }),
  helper.accessor("version", {
    header: "Version",
    meta: { width: "w-24", from: "lg" },
    cell: ({ getValue }) => getValue() ?? <span className="text-ink-muted">older</span>,
  }),
  helper.accessor("started_at", {
    header: "Started",
    meta: { align: "right", width: "w-28" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.accessor("seen_at", {
    header: "Last beat",
    meta: { align: "right", width: "w-28", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
  helper.accessor("claims", {
    header: "Claims, p50 · p95",
    meta: { align: "right", width: "w-44", card: "detail" },
    cell: ({ getValue }) => <Claims claims={getValue()} />,
  }),
]);

/** Every copy of the program that runs, or did so minutes ago. */
export function HealthCopies({ copies }: { copies: CopyHealth[] }) {
  return (
    <section aria-label="Copies">
      <PageHeader title="Copies" isPart />
      <DataTable label="Copies" columns={COLUMNS} rows={copies} rowID={({ name, started_at }) => name + started_at} />
      {copies.length === 0 && <p className="px-4 text-ink-muted text-sm md:px-6">No copy says that it runs.</p>}
    </section>
  );
}

function sayRole({ role }: CopyHealth): string {
  return role ? ROLE_WORDS[role] : "Worker";
}

function Claims({ claims }: Pick<CopyHealth, "claims">) {
  if (!claims) return <span className="text-ink-muted max-md:hidden">–</span>;
  const { p50_ms, p95_ms, slowest_ms, claims: count, lanes, leases } = claims;
  const more = `${count.toLocaleString("en")} claims in five minutes looked at ${lanes.toLocaleString("en")} lanes and leased ${leases.toLocaleString("en")} deliveries; the slowest took ${formatDurationMs(slowest_ms)}`;
  return (
    <span title={more}>
      <span className="text-ink-muted md:hidden">Claims, p50 · p95: </span>
      {formatMs(p50_ms)} · {formatMs(p95_ms)}
    </span>
  );
}

/** A claim takes a few milliseconds: their tenths tell something. */
function formatMs(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : formatDurationMs(ms);
}
