"use client";

import { DataTable } from "@/components/data-table/data-table";
import { columnHelper } from "@/components/data-table/features";
import { PageHeader } from "@/components/layout/page-header";
import { formatSeconds } from "@/components/time/format-time";
import { RelativeTime } from "@/components/time/time";
import { cn } from "@/components/ui/class-names";
import type { TransactionKind } from "@/lib/kernel/vocabulary";
import type { DatabaseHealth, OpenTransaction } from "@/lib/nouns/health/schemas";
import { THRESHOLDS } from "@/lib/nouns/health/thresholds";

const KIND_WORDS: Record<TransactionKind, string> = {
  session: "Session",
  pg_dump: "Dump",
  prepared: "Prepared transaction",
  slot: "Replication slot",
  standby: "Standby",
};

const transaction = columnHelper<OpenTransaction>();

const TRANSACTION_COLUMNS = transaction.columns([
  transaction.accessor("kind", {
    header: "What",
    meta: { card: "status", width: "w-40" },
    cell: ({ getValue }) => KIND_WORDS[getValue()],
  }),
  transaction.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <>
        {original.name || <span className="text-ink-muted">without a name</span>}
        {original.server !== null && <span className="text-ink-muted"> · on {original.server}</span>}
      </>
    ),
  }),
  transaction.accessor("user", {
    header: "User",
    meta: { width: "w-32", from: "lg" },
    cell: ({ getValue }) => getValue() ?? <span className="text-ink-muted">–</span>,
  }),
  transaction.accessor("pid", {
    header: "Process",
    meta: { width: "w-24" },
    cell: ({ getValue }) => <span className="font-mono">{getValue() ?? "–"}</span>,
  }),
  transaction.accessor("state", {
    header: "State",
    meta: { width: "w-44", card: "detail" },
    cell: ({ getValue }) => (
      <span className="text-ink-muted">{getValue() ?? <span className="max-md:hidden">–</span>}</span>
    ),
  }),
  transaction.accessor("snapshot_age", {
    header: "Snapshot",
    meta: { align: "right", width: "w-40", from: "lg", card: "action" },
    cell: ({ getValue }) => <SnapshotAge age={getValue()} />,
  }),
  transaction.accessor("age_seconds", {
    header: "Open for",
    meta: { align: "right", width: "w-32", card: "time" },
    cell: ({ row: { original } }) => sayOpenFor(original),
  }),
]);

type QueueTable = DatabaseHealth["tables"][number];
const table = columnHelper<QueueTable>();

const TABLE_COLUMNS = table.columns([
  table.accessor("table", {
    header: "Table",
    meta: { card: "title" },
    cell: ({ getValue }) => <span className="font-mono">{getValue()}</span>,
  }),
  table.accessor("live_rows", {
    header: "Rows",
    meta: { align: "right", width: "w-32", card: "detail" },
    cell: ({ getValue }) => (
      <>
        {getValue().toLocaleString("en")}
        <span className="md:hidden"> rows</span>
      </>
    ),
  }),
  table.accessor("dead_rows", {
    header: "Dead rows",
    meta: { align: "right", width: "w-32", card: "action" },
    cell: ({ getValue }) => (
      <span className={cn(getValue() >= THRESHOLDS.deadRows && "font-medium text-retry")}>
        {getValue().toLocaleString("en")}
        <span className="md:hidden"> dead</span>
      </span>
    ),
  }),
  table.accessor("vacuumed_at", {
    header: "Last vacuum",
    meta: { align: "right", width: "w-40" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} none="not yet" className="text-ink-muted" />,
  }),
]);

/** What is open in the database, and the dead rows that it may keep. */
export function HealthDatabase({ database }: { database: DatabaseHealth }) {
  const { transactions, tables, hidden_sessions } = database;
  return (
    <>
      <section aria-label="Open transactions">
        <PageHeader title="Open transactions" isPart note={<Hidden count={hidden_sessions} />} />
        {transactions.length > 0 ? (
          <DataTable label="Open transactions" columns={TRANSACTION_COLUMNS} rows={transactions} rowID={identify} />
        ) : (
          <p className="px-4 text-ink-muted text-sm md:px-6">No transaction has been open for a second or longer.</p>
        )}
      </section>
      <section aria-label="Dead rows">
        <PageHeader
          title="Tables of the queue"
          isPart
          note="Their rows come and go with each delivery. Dead ones wait for vacuum, which cannot remove what an open transaction may still read."
        />
        <DataTable label="Tables of the queue" columns={TABLE_COLUMNS} rows={tables} rowID={({ table }) => table} />
      </section>
    </>
  );
}

function Hidden({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      {count === 1 ? "One session is" : `${count.toLocaleString("en")} sessions are`} hidden from the database user of
      Hookyard: since when their transactions are open is not visible. Grant it{" "}
      <code className="font-mono">pg_read_all_stats</code>.
    </>
  );
}

function identify({ server, kind, name, pid }: OpenTransaction): string {
  return `${server} ${kind} ${name} ${pid}`;
}

/** In transactions: a vacuum removes nothing that the last so many of them deleted. */
function SnapshotAge({ age }: { age: number | null }) {
  if (age === null) return <span className="text-ink-muted">None</span>;
  return <span title="Transactions since its snapshot">{age.toLocaleString("en")} behind</span>;
}

function sayOpenFor({ kind, age_seconds }: OpenTransaction): string {
  if (age_seconds !== null) return formatSeconds(age_seconds);
  return kind === "slot" || kind === "standby" ? "Not told" : "Not visible";
}
