"use client";

import { useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { columnHelper } from "@/components/data-table/features";
import { RowLink } from "@/components/data-table/row-link";
import { useDeviceChoices } from "@/components/devices/queries";
import { BalanceMark } from "@/components/ledger/balance-mark";
import { Button } from "@/components/ui/button";
import type { Ledger } from "@/lib/nouns/stats/schemas";

const SHOWN = 50;

type EndpointBalance = Ledger["endpoints"][number];
/** A row, and the address of its page; of a device and of what was deleted there is none. */
type BalanceRow = EndpointBalance & { href: string | null };

const helper = columnHelper<BalanceRow>();

const sums = (["accepted", "delivered", "waiting", "failed", "discarded"] as const).map((name) =>
  helper.accessor(name, {
    header: name.charAt(0).toUpperCase() + name.slice(1),
    meta: { align: "right", width: "w-28" },
    cell: ({ getValue }) => getValue().toLocaleString("en"),
  }),
);

const COLUMNS = helper.columns([
  helper.accessor("name", {
    header: "Endpoint",
    meta: { card: "status" },
    cell: ({ row: { original } }) => <Name row={original} />,
  }),
  ...sums,
  helper.display({
    id: "equation",
    header: "",
    meta: { card: "title", from: "never" },
    cell: ({ row: { original } }) => <span className="whitespace-normal text-ink-muted">{tell(original)}</span>,
  }),
  helper.display({
    id: "balance",
    header: "Balance",
    meta: { width: "w-36", card: "time" },
    cell: ({ row: { original } }) => <BalanceMark balance={original} />,
  }),
]);

type EndpointBalancesProps = { projectID: string; endpoints: readonly EndpointBalance[] };

/** The balance of each endpoint, those out of balance first. */
export function EndpointBalances({ projectID, endpoints }: EndpointBalancesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const devices = new Set(useDeviceChoices(projectID).map(({ uid }) => uid));
  if (endpoints.length === 0) return null;
  const rows = (isWhole ? endpoints : endpoints.slice(0, SHOWN)).map((row) => ({
    ...row,
    href: row.is_deleted || devices.has(row.endpoint_id) ? null : `/projects/${projectID}/endpoints/${row.endpoint_id}`,
  }));
  return (
    <section aria-label="By endpoint">
      <h2 className="px-4 pb-2 font-medium text-base md:px-6">By endpoint</h2>
      <DataTable
        label="Balance of each endpoint"
        columns={COLUMNS}
        rows={rows}
        rowID={({ endpoint_id }) => endpoint_id}
        rowName={({ name }) => name}
      />
      {rows.length < endpoints.length && (
        <div className="px-4 py-3 md:px-6">
          <Button onClick={() => setIsWhole(true)}>Show all {endpoints.length.toLocaleString("en")}</Button>
        </div>
      )}
    </section>
  );
}

function Name({ row: { href, name, is_deleted } }: { row: BalanceRow }) {
  if (href) return <RowLink href={href}>{name}</RowLink>;
  return (
    <span className="font-medium">
      {name || "Unknown"} {is_deleted && <span className="font-normal text-ink-muted">(deleted)</span>}
    </span>
  );
}

function tell({ accepted, ...amounts }: EndpointBalance): string {
  const terms = (["delivered", "waiting", "failed", "discarded"] as const).filter((name) => amounts[name] > 0);
  const told = terms.map((name) => `${amounts[name].toLocaleString("en")} ${name}`);
  return `${accepted.toLocaleString("en")} accepted = ${told.join(" + ") || "0"}`;
}
